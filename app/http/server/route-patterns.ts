import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']

/** The name of what no route answers, of which a stranger could make up any number. */
const unknownRoute = 'unknown'

/**
 * Makes the function that says which route a path is of, by its pattern: `/v1/environment/{id}/status`. There are as many answers as
 * routes, whatever is asked for. `calls` are the patterns of /v1.
 */
export function createRoutePatterns(routes: Routes, calls: string[]): (path: string) => string {
  const spelledOut = new Map<string, string>()
  const patterns: { pattern: string; expression: RegExp }[] = []
  const add = (pattern: string, expression: RegExp) => {
    if (/[{:*]/.test(pattern)) patterns.push({ pattern, expression })
    else spelledOut.set(pattern, pattern)
  }
  for (const call of calls) add(call, expressionOf(call))
  for (const pattern of pagesOf(routes)) if (!pattern.startsWith('/v1')) add(pattern, expressionOf(pattern))
  for (const pattern of ['/v1/*', '/build/*']) add(pattern, expressionOf(pattern))
  for (const pattern of ['/', '/health']) spelledOut.set(pattern, pattern)
  patterns.sort((a, b) => vagueness(a.pattern) - vagueness(b.pattern))
  return (path) => {
    const written = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    return (
      spelledOut.get(written) ??
      patterns.find(({ expression }) => expression.test(written))?.pattern ??
      unknownRoute
    )
  }
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

/** `/docs/:feature?`, `/v1/environment/{id}/status` or `/portal/*` as an expression. */
function expressionOf(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .slice(1)
    .map((segment) => {
      if (segment === '*') return '(?:/.*)?'
      if (/^:.*\?$/.test(segment)) return '(?:/[^/]+)?'
      if (/^(:|\{)/.test(segment)) return '/[^/]+'
      return `/${segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
    })
    .join('')
  return new RegExp(`^${source}$`)
}

/** What says more comes first; a splat last, the longer one before the shorter. */
const vagueness = (pattern: string) =>
  (pattern.endsWith('*') ? 1000 : 0) + 10 * (pattern.match(/[{:]/g)?.length ?? 0) - pattern.split('/').length
