import { CloudError } from '../../cloud/cloud'
import type { Work } from '../concern'
import type { Selections } from '../workload/selection'
import { askForConsolidation } from './ask-planner'
import type { Consolidation } from './find-consolidation'
import type { RolloutMemory } from './memory'

/**
 * Looks for a cheaper fleet while nothing else goes on. Instances that are not worth their price are marked as leaving, and then the same
 * happens as after a Spot warning, without its hurry: what runs on them is replaced elsewhere before it goes.
 */
export async function consolidate(work: Work<RolloutMemory>, selections: Selections): Promise<void> {
  const { pass, draft, memory } = work
  if (!isDue(work, selections)) return
  memory.consolidatedEpoch = pass.now
  const found = await ask(work, selections)
  if (!found) return
  for (const instance of draft.status.instances) {
    if (!found.leaving.includes(instance.clientToken)) continue
    instance.phase = 'Draining'
    const { instanceId, instanceType, market } = instance
    draft.event(
      'network',
      `Leaving ${instanceId}, ${market} ${instanceType}: what runs on it costs less elsewhere.`,
    )
  }
  draft.event('network', `The environment will cost $${found.savingPerHour.toFixed(4)} an hour less.`)
}

/** To save money can wait: whoever is refused what there is to launch, misses nothing at rest. */
async function ask(work: Work<RolloutMemory>, selections: Selections): Promise<Consolidation | undefined> {
  try {
    return await askForConsolidation(work, selections)
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    work.pass.dependencies.log.debug({ err: error }, 'no look for a cheaper fleet')
    return undefined
  }
}

function isDue(
  { pass, draft: { status }, memory }: Work<RolloutMemory>,
  { selections, surplus }: Selections,
): boolean {
  const isSettled =
    surplus.length === 0 &&
    selections.every(({ isServed }) => isServed) &&
    pass.goal.desired?.status?.phase === 'Live' &&
    status.instances.every(({ phase }) => phase === 'Running')
  return isSettled && pass.secondsSince(memory.consolidatedEpoch) >= pass.limits.consolidationSeconds
}
