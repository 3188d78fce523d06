import type { ServerBuild } from '@remix-run/node'
import * as entry from '../../app/entry.server'

export type Routes = ServerBuild['routes']
export type RouteModule = NonNullable<Routes[string]>['module']

/** Routes as Remix's compiler would put them together, without running it. */
export const buildRemix = (routes: Routes): ServerBuild => ({
  mode: 'production',
  entry: { module: entry as unknown as ServerBuild['entry']['module'] },
  routes,
  assets: { entry: { imports: [], module: '' }, routes: manifestOf(routes), url: '', version: '' },
  publicPath: '/build/',
  assetsBuildDirectory: 'public/build',
  future: {
    v3_fetcherPersist: false,
    v3_relativeSplatPath: false,
    v3_throwAbortReason: false,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
  isSpaMode: false,
})

/** What Remix would tell a browser about the routes; the server renders from it too. */
const manifestOf = (routes: Routes): ServerBuild['assets']['routes'] =>
  Object.fromEntries(
    Object.values(routes).flatMap((route) =>
      route
        ? [
            [
              route.id,
              {
                id: route.id,
                parentId: route.parentId,
                path: route.path,
                index: route.index,
                module: '',
                hasAction: 'action' in route.module,
                hasLoader: 'loader' in route.module,
                hasClientAction: false,
                hasClientLoader: false,
                hasErrorBoundary: 'ErrorBoundary' in route.module,
              },
            ],
          ]
        : [],
    ),
  )
