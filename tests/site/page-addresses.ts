import { buildApp } from '../builders/app-build'
import { pages, type Sample } from './page-outcomes'

const { routes } = buildApp()
export const nameOf = (id: string) => id.replace('routes/', '')
const layouts = new Set(Object.values(routes).map((route) => route?.parentId ?? 'root'))
/** Its calls have a matrix of their own. */
const api = 'routes/v1.$'
/** The routes that are a page, or answer as one does. */
export const leaves = Object.values(routes).flatMap((route) =>
  route && route.id !== api && !layouts.has(route.id) ? [route] : [],
)

/** The address of a route without its query. What matches anything gets something that no other route matches, and what may be left out is. */
function pathOf(id: string): string {
  const { path = '', parentId } = routes[id] ?? {}
  const own = path === '*' ? 'nothing-here' : path.replaceAll(/\/?:\w+\?/g, '')
  return `${parentId === undefined ? '' : pathOf(parentId)}/${own}`.replace(/\/+/g, '/')
}

/** The address at which a route is about the things of `sample`. */
export function addressOf(id: string, sample: Sample): string {
  const page = pages[nameOf(id)]
  const query = new URLSearchParams(page?.query?.(sample)).toString()
  const filled = pathOf(id).replaceAll(/:(\w+)/g, (_, name: string) => page?.params?.[name] ?? name)
  return filled + (query && `?${query}`)
}

/** Whether a form may be sent to a route that is the index of another one. */
export const isIndex = (id: string): boolean => routes[id]?.index === true
