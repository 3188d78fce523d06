import * as root from '../../../app/root'
import { buildRemix, type RouteModule } from '../../builders/remix-build'

/** In the form in which Remix's compiler writes it to build/app/index.js; calls of /v1 need no pages. */
export const { mode, entry, routes, assets, publicPath, assetsBuildDirectory, future, isSpaMode, basename } =
  buildRemix({ root: { id: 'root', path: '', module: root as unknown as RouteModule } })
