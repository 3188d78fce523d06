import type { ServerBuild } from '@remix-run/node'
import { createPathFinder } from '../request/path-finder'

type Routes = ServerBuild['routes']

/** The name of what no route answers, of which a stranger could make up any number. */
const unknownRoute = 'unknown'

/**
 * Makes the function that says which route a path is of, by its pattern: `/v1/environment/{id}/status`. There are as many answers as
 * routes, whatever is asked for. `calls` are the patterns of /v1.
 */
export function createRoutePatterns(routes: Routes, calls: string[]): (path: string) => string {
  const pages = pagesOf(routes).filter((pattern) => !pattern.startsWith('/v1'))
  const patterns = [...calls, ...pages, '/v1/*', '/build/*', '/', '/health', '/sdo.mjs']
  const find = createPathFinder(patterns.map((pattern) => [pattern, pattern]))
  return (path) => find(path)?.value ?? unknownRoute
}

/** The pattern of each page, put together from those of the routes around it. */
function pagesOf(routes: Routes): string[] {
  const fullPath = (id: string): string => {
    const route = routes[id]
    if (!route) return ''
    const own = route.path ? `/${route.path}` : ''
    return `${route.parentId === undefined ? '' : fullPath(route.parentId)}${own}`
  }
  return [...new Set(Object.keys(routes).map((id) => fullPath(id) || '/'))]
}
