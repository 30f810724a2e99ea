// Which page is shown. Paths are real, so links can be sent and the back button works.

export type Route =
  | { page: 'lobby' }
  | { page: 'gallery' }
  | { page: 'table'; table: string }
  | { page: 'rules'; game: string }

function parse(path: string): Route {
  const [first, second] = path.split('/').filter(Boolean).map(decodeURIComponent)
  if (first === 't' && second) return { page: 'table', table: second }
  if (first === 'gallery') return { page: 'gallery' }
  if (first === 'rules' && second) return { page: 'rules', game: second }
  return { page: 'lobby' }
}

export const tablePath = (table: string): string => `/t/${encodeURIComponent(table)}`

export const place = $state<{ route: Route }>({ route: parse(location.pathname) })

export function go(path: string): void {
  history.pushState(null, '', path)
  place.route = parse(location.pathname)
  scrollTo(0, 0)
}

addEventListener('popstate', () => {
  place.route = parse(location.pathname)
})

/** For links inside the app: a plain click stays on the page; all other clicks go to the browser. */
export function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  const href = (event.currentTarget as HTMLAnchorElement).getAttribute('href')
  if (!href) return
  event.preventDefault()
  go(href)
}
