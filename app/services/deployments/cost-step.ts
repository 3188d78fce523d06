import { differenceBetween } from '../../../core/deployment/difference'
import { deploymentStates } from '../../../core/resources/wire-states'
import type { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { hoursPerMonth } from '../../../core/catalogue/figures'
import { effectsOf } from './change-effects'
import { type ChangeEffects, type PriceDifference } from './change-effects-views'
import { readSnapshotAhead, snapshotAfter } from './snapshot-ahead'
import { requireListeners } from './require-listeners'

/** A doubling of the cost counts from this share of the bound on: a second small application doubles the first one's. */
const leastShareOfDoubling = 0.5

/** Whether a rise of the cost is one that somebody has to confirm: by more than the bound of the environment, or a doubling. */
export function isCostStep(
  { before, after }: PriceDifference,
  { costStepUsd }: Pick<Environment, 'costStepUsd'>,
): boolean {
  const monthly = (after - before) * hoursPerMonth
  const isDoubled = before > 0 && after >= 2 * before
  return monthly > costStepUsd || (isDoubled && monthly > costStepUsd * leastShareOfDoubling)
}

/** What would be done makes of the environment, and whether its cost has to be confirmed, as views have it. */
export async function effectsOfView(...about: Parameters<typeof effectsOf>) {
  const [, environment] = about
  const effects = await effectsOf(...about)
  const { atMostPerHour } = effects
  return {
    ...effects,
    costStep: atMostPerHour && isCostStep(atMostPerHour, environment) ? atMostPerHour : undefined,
  }
}

type Wanted = Partial<Deployment> & Pick<Deployment, 'kind' | 'changes'>

/**
 * What a deployment makes of the environment on top of what runs and waits.
 *
 * @param now for what it restarts
 */
export async function effectsOfChange(
  environment: Environment,
  { restoresVersionId = null, settings = null, kind, changes }: Wanted,
  now: number,
): Promise<ChangeEffects> {
  const before = await readSnapshotAhead(environment)
  const after = await snapshotAfter(
    {
      environmentId: environment.id,
      environmentVersionId: null,
      approvedDigests: null,
      restoresVersionId,
      settings,
      kind,
      changes,
      state: deploymentStates.QUEUED,
      createdAt: new Date(now),
    },
    before,
  )
  await requireListeners(environment, after.applications)
  return effectsOf(differenceBetween(before, after), environment)
}

/** A deployment raises the cost by a step that nobody confirmed: an answer and no failure, for which the transaction ends. */
export class CostStepUnconfirmed extends Error {
  constructor(readonly costStep: PriceDifference) {
    super('Somebody has to confirm what it costs.')
  }
}

/**
 * What `write` answers, or else the rise of the cost that somebody has to confirm: with its transaction, nothing remembers that answer for
 * the form that comes back with the approval.
 */
export const orCostStep = <Answer>(
  write: Promise<Answer>,
): Promise<Answer | { showFirstDeployWarning: true; costStep: PriceDifference }> =>
  write.catch((failure: unknown) => {
    if (!(failure instanceof CostStepUnconfirmed)) throw failure
    return { showFirstDeployWarning: true, costStep: failure.costStep }
  })
