// Where the pages of the server lie: behind a proxy perhaps below a path, which the server writes into the page.

/** That path without a slash at its end; empty for the top, and where there is no page. */
export const BASE =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['base'] ?? '')

/** Where a path of the server is, as the browser asks for it. */
export const pathTo = (path: string): string => BASE + path
