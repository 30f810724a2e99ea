// The addresses of pages and files. Behind a proxy the server's pages can be below a path, which the server writes into
// the page. A page without a server has its addresses in the fragment, because static hosts know only files.

const {
  base = '',
  host = '',
  server = '',
} = typeof document === 'undefined' ? {} : (document.documentElement.dataset as DOMStringMap)

/** Whether this page plays without a server. */
export const IN_PAGE = host === 'page'

/** The address of a server for games with others, to which such a page leads; empty without one. */
export const SERVER = server

/** The part before the path of every page, without a slash at its end. */
export const BASE = IN_PAGE ? '#' : base

/** The address of a page, relative to this one. */
export const pathTo = (path: string): string => BASE + path

/** The address of a file of the client, relative to this page. */
export const fileAt = (file: string): string => (IN_PAGE ? `./${file}` : `${BASE}/${file}`)

/** The address of a picture that the server or the folder has of a game. */
export const pictureAt = (path: string): string =>
  IN_PAGE ? path.replace(/^\/api\/games\/([^/]+)\/.*/, './python/$1.picture.svg') : BASE + path

/** The address of the current page as `pathTo` gives it, without its query and fragment. */
export const currentPath = (): string =>
  IN_PAGE ? `#${location.hash.slice(1).split(/[?#]/)[0] || '/'}` : location.pathname

/** The query of the current page, with its question mark; empty without one. */
export const currentQuery = (): string =>
  IN_PAGE ? (/^#[^#]*?(\?[^#]*)/.exec(location.hash)?.[1] ?? '') : location.search

/** The fragment of the current page, without its #. */
export const fragment = (): string =>
  (IN_PAGE ? location.hash.slice(1).split('#').slice(1).join('#') : location.hash.slice(1)) || ''

/** The whole address of a page, to be sent to others. */
export const linkTo = (path: string): string =>
  (IN_PAGE ? location.href.split('#')[0] : location.origin) + path
