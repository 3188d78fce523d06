import { bindServices, type Dependencies } from '../dependencies'
import { findActor } from './find-actor'

export const accountServices = (dependencies: Dependencies) => bindServices(dependencies, { findActor })
