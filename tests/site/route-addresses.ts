import type { ServerBuild } from '@remix-run/node'
import type { PageHandle } from '../../app/http/pages/page-handle'
import type { Sample } from './page-outcomes'

export const nameOf = (id: string) => id.replace('routes/', '')

/** Its calls have a matrix of their own. */
const api = 'routes/v1.$'

/** Values for what addresses have besides the things that they are about. */
const values: Record<string, string> = { area: 'deployments' }
const queries: Record<string, Record<string, string>> = { 'login.new-password': { token: 'unknown' } }

/** What the routes of the app say of its pages. */
export function readRoutes({ routes }: Pick<ServerBuild, 'routes'>) {
  const layouts = new Set(Object.values(routes).map((route) => route?.parentId ?? 'root'))

  /** The routes that are a page, or answer as one does. */
  const leaves = Object.values(routes).flatMap((route) =>
    route && route.id !== api && !layouts.has(route.id) ? [route] : [],
  )

  /** The address of a route without its query. What matches anything gets something that no other route matches, and what may be left out is. */
  function pathOf(id: string): string {
    const { path = '', parentId } = routes[id] ?? {}
    const own = path === '*' ? 'nothing-here' : path.replaceAll(/\/?:\w+\?/g, '')
    return `${parentId === undefined ? '' : pathOf(parentId)}/${own}`.replace(/\/+/g, '/')
  }

  /** What a route says of its page; undefined where it only leads on. */
  const handleOf = (id: string): PageHandle | undefined =>
    (routes[id]?.module as { handle?: PageHandle } | undefined)?.handle

  /** The address at which a route is about the things of `sample`; without any, that of a page about none. */
  function addressOf(id: string, sample?: Sample): string {
    const things = Object.entries(handleOf(id)?.about ?? {}).map(([name, thing]) => [
      name,
      sample?.[thing] ?? '',
    ])
    const query = new URLSearchParams({ ...queries[nameOf(id)], ...Object.fromEntries(things) }).toString()
    const filled = pathOf(id).replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? name)
    return filled + (query && `?${query}`)
  }

  /** Whether a form may be sent to a route that is the index of another one. */
  const isIndex = (id: string): boolean => routes[id]?.index === true

  return { leaves, pathOf, handleOf, addressOf, isIndex }
}
