import { bindServices, type Dependencies } from '../dependencies'
import { findWayIn } from './find-way-in'
import { goTo } from './go-to'

/** How people find their way through the portal. */
export const wayServices = (dependencies: Dependencies) => bindServices(dependencies, { findWayIn, goTo })
