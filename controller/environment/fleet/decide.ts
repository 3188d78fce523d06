import type { Pass } from '../pass'
import { ready, type Outcome } from '../../reconcile/outcome'

/** Decides that instances with nothing left on them go; the next pass terminates them. */
export async function retireInstances(pass: Pass): Promise<Outcome> {
  for (const instance of pass.status.instances) {
    const isEmpty = pass.status.processes.every(({ clientToken }) => clientToken !== instance.clientToken)
    if (!isEmpty || instance.phase === 'Terminating' || !instance.instanceId) continue
    instance.phase = 'Terminating'
    pass.event('network', `Terminating ${instance.instanceId}: nothing runs on it any more.`)
  }
  return ready
}
