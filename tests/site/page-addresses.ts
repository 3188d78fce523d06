import { buildApp } from '../builders/app-build'
import { readRoutes } from './route-addresses'

export { nameOf } from './route-addresses'
export const { leaves, pathOf, handleOf, addressOf, isIndex } = readRoutes(buildApp())
