import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js'
import * as root from '../../app/root'
import { buildRemix, type RouteModule, type Routes } from './remix-build'

const folder = join(import.meta.dirname, '../../app')

const load = (file: string) => import(/* @vite-ignore */ join(folder, file)) as Promise<RouteModule>

const pages: Routes = Object.fromEntries(
  await Promise.all(
    // What `ignoredRouteFiles` of remix.config.js leaves out.
    Object.values(flatRoutes(folder, ['**/*.test.*'])).map(async ({ file, ...route }) => [
      route.id,
      { ...route, parentId: route.parentId ?? 'root', module: await load(file) },
    ]),
  ),
)

/** The whole app, found in its files as Remix finds it. */
export const buildApp = (): ServerBuild =>
  buildRemix({ root: { id: 'root', path: '', module: root as unknown as RouteModule }, ...pages })
