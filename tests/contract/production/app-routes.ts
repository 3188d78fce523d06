import * as root from '../../../app/root'
import * as calls from '../../../app/routes/v1.$'
import { buildRemix, type RouteModule } from '../../builders/remix-build'

/** In the form in which Remix's compiler writes it to build/app/index.js; the calls of /v1 without any page. */
export const { mode, entry, routes, assets, publicPath, assetsBuildDirectory, future, isSpaMode, basename } =
  buildRemix({
    root: { id: 'root', path: '', module: root as unknown as RouteModule },
    'routes/v1.$': {
      id: 'routes/v1.$',
      parentId: 'root',
      path: 'v1/*',
      module: calls as unknown as RouteModule,
    },
  })
