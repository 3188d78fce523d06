import { CloudError } from '../../cloud/cloud'
import type { Pass } from '../pass'
import { findConsolidation } from './find-consolidation'
import { questionOf } from './question'
import type { Selections } from '../workload/selection'
import type { PlacementQuestion } from './workload'

/**
 * Looks for a cheaper fleet while nothing else goes on. Instances that are not worth their price are marked as leaving, and then the same
 * happens as after a Spot warning, without its hurry: what runs on them is replaced elsewhere before it goes.
 */
export async function consolidate(pass: Pass, selections: Selections): Promise<void> {
  if (!isDue(pass, selections)) return
  pass.memory.consolidatedEpoch = pass.now
  const question = await ask(pass, selections)
  const found = question && (await findConsolidation(question, pass.dependencies.planner))
  if (!found) return
  for (const instance of pass.status.instances) {
    if (!found.leaving.includes(instance.clientToken)) continue
    instance.phase = 'Draining'
    const { instanceId, instanceType, market } = instance
    pass.event(
      'network',
      `Leaving ${instanceId}, ${market} ${instanceType}: what runs on it costs less elsewhere.`,
    )
  }
  pass.event('network', `The environment will cost $${found.savingPerHour.toFixed(4)} an hour less.`)
}

/** To save money can wait: whoever is refused what there is to launch, misses nothing at rest. */
async function ask(pass: Pass, selections: Selections): Promise<PlacementQuestion | undefined> {
  try {
    return await questionOf(pass, selections)
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    pass.dependencies.log.debug({ err: error }, 'no look for a cheaper fleet')
    return undefined
  }
}

function isDue({ goal, status, memory, limits, now }: Pass, { selections, surplus }: Selections): boolean {
  const isSettled =
    surplus.length === 0 &&
    selections.every(({ isServed }) => isServed) &&
    goal.desired?.status?.phase === 'Live' &&
    status.instances.every(({ phase }) => phase === 'Running')
  return isSettled && (now - memory.consolidatedEpoch) / 1000 >= limits.consolidationSeconds
}
