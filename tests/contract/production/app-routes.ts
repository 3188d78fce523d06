import { buildApp } from '../../builders/app-build'

/** The routes in the form in which Remix's compiler writes them to build/app/index.js. */
export const { mode, entry, routes, assets, publicPath, assetsBuildDirectory, future, isSpaMode, basename } =
  buildApp()
