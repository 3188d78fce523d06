import type { Environment, EnvironmentStatus } from '../../core/resources/environment'
import { lastMirroredEvent } from './events'

export const initialStatus = (environment: Environment): EnvironmentStatus => ({
  observedGeneration: 0,
  phase: 'Initial',
  message: 'Creating environment...',
  conditions: [],
  network: { subnets: [] },
  instances: [],
  processes: [],
  loadBalancers: [],
  costPerHour: 0,
  events: [],
  lastEventSequence: lastMirroredEvent(environment),
})
