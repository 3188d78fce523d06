import type { Step } from '../run/step'
import { move } from './move-network'
import { agents, probe, roles } from './prepare'
import { interruption, patch } from './replace-parts'
import { deployment, environment } from './run-application'
import { https } from './serve-names'

/** The story, in its order. It ends with all of it undone, in the opposite order. */
export const steps: readonly Step[] = [
  agents,
  roles,
  probe,
  environment,
  deployment,
  https,
  interruption,
  patch,
  move,
]
