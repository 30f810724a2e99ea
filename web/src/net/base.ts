// The base path of the server's pages: behind a proxy it can be below a path, which the server writes into the page.

/** That path without a slash at its end; empty for the root, and outside a page. */
export const BASE =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['base'] ?? '')

/** The address of a path of the server, as the browser requests it. */
export const pathTo = (path: string): string => BASE + path
