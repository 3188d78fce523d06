import { deploymentStates } from '../../../core/resources/wire-states'
import type { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import type { DeploymentView } from './deployment-views'

type Progress = NonNullable<DeploymentView['progress']>

/** How far a deployment under way is, as the controller last said; undefined for any other. */
export function progressOf({ status }: Environment, { id, state }: Deployment): Progress | undefined {
  if (state !== deploymentStates.DEPLOYING) return undefined
  const { processes = [], instances = [], servingDeployment } = status ?? {}
  const isGoing = (phase: string) => phase === 'Draining' || phase === 'Stopping'
  const own = processes.filter(({ deployment, phase }) => deployment === id && !isGoing(phase))
  const count = (...phases: string[]) => own.filter(({ phase }) => phases.includes(phase)).length
  return {
    isServing: servingDeployment === id,
    launching: instances.filter(({ phase }) => phase === 'Launching').length,
    processes: own.length,
    healthy: count('Healthy', 'Serving'),
    serving: count('Serving'),
    leaving: processes.filter(({ phase }) => isGoing(phase)).length,
    faults: [
      ...new Set(own.flatMap(({ phase, message }) => (phase === 'Starting' && message ? [message] : []))),
    ],
  }
}
