import { bindServices, type Dependencies } from '../dependencies'
import { findWayIn } from './find-way-in'
import { findPlaces } from './find-places'

/** How people find their way through the portal. */
export const wayServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { findPlaces, findWayIn })
