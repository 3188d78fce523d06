import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

/**
 * A build for each address that no other page can have, with nothing in it but the page and what is around it. Remix compares
 * an address with every route it has, three times per page, and prepares them all for rendering.
 *
 * @returns builds by path, `/portal/users`, without a slash at the end
 */
export function narrowBuilds(build: ServerBuild): Map<string, ServerBuild> {
  const builds = new Map<string, ServerBuild>()
  for (const route of Object.values(build.routes)) {
    const branch = route ? branchOf(build.routes, route) : []
    const path = `/${branch.flatMap(({ path }) => path || []).join('/')}`
    // A layout has no page of its own where an index route stands in it, which comes to the same path.
    if (!/[:*?]/.test(path) && !isLayout(build.routes, route)) builds.set(path, narrowTo(branch, build))
  }
  return builds
}

/** The route and those around it, outermost first. */
function branchOf(routes: Routes, route: Route): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  return [...(parent ? branchOf(routes, parent) : []), route]
}

const isLayout = (routes: Routes, route: Route | undefined) =>
  Object.values(routes).some((other) => other?.parentId === route?.id && other?.index)

function narrowTo(branch: Route[], build: ServerBuild): ServerBuild {
  const pick = <Value>(values: Record<string, Value>) =>
    Object.fromEntries(branch.flatMap(({ id }) => (id in values ? [[id, values[id] as Value]] : [])))
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  }
}
