import { randomUUID } from 'node:crypto'
import { instanceOverhead, megabytesPerMebibyte } from '../../../core/catalogue/figures'
import type { NetworkStatus, ProcessStatus } from '../../../core/resources/environment'
import type { Offering } from '../../cloud/cloud'
import type { Work } from '../concern'
import type { Unplaced } from '../facts'
import { isTooLateForSpot } from '../interruptions/hurry'
import { applicationOf } from '../workload/application-of'
import { placeOf, workloadIn } from '../workload/places'
import type { Selections } from '../workload/selection'
import { covers, exclusionsOf, launchable, type Exclusion } from './exclusions'
import { launchPremiumOf } from './launch-premium'
import { placeMissing, type Placement } from './placement'
import { priceStrategies } from './price-strategies'
import { reviewFleet, type FleetReview } from './review-fleet'
import type { PlacementQuestion } from './workload'

export interface Decision extends Omit<Placement, 'unplaced'> {
  unplaced: Unplaced[]
  /** Whether nothing that could be launched was left out when this was decided: then waiting changes nothing. */
  isFinal: boolean
}

/** Asks the planner where the missing processes of a network go. @throws CloudError */
export async function askForPlacement(
  work: Work,
  selections: Selections,
  network: NetworkStatus,
): Promise<Decision> {
  const { pass } = work
  const exclusions = exclusionsOf(work.draft.status, pass.now)
  const offerings = await offeringsIn(work, network)
  const question = questionOf(work, selections, offerings, network)
  const registrar = { now: pass.now, newId: randomUUID }
  const placement = await placeMissing(question, pass.dependencies.planner, registrar)
  return {
    ...placement,
    instances: placement.instances.map((instance) => ({ ...instance, ...placeOf(network) })),
    unplaced: placement.unplaced.map((one) => whyUnplaced(one, network, offerings, exclusions)),
    isFinal: exclusions.length === 0 && question.offerings.length > 0,
  }
}

/** Asks the planner which instances to leave because their processes cost less elsewhere. @throws CloudError */
export const askForReview = async (work: Work, selections: Selections): Promise<FleetReview> =>
  reviewFleet(
    await presentQuestion(work, selections),
    work.pass.dependencies.planner,
    launchPremiumOf(work.draft.status, work.pass.now, work.pass.limits.launchPremium),
  )

/** Asks the planner what each Spot strategy costs. @throws CloudError */
export const askForPrices = async (work: Work, selections: Selections) =>
  priceStrategies(await presentQuestion(work, selections), work.pass.dependencies.planner, {
    last: work.draft.status.strategyCosts,
    now: work.pass.now,
  })

const presentQuestion = async (work: Work, selections: Selections): Promise<PlacementQuestion> => {
  const { network } = work.draft.status
  return questionOf(work, selections, await offeringsIn(work, network), network)
}

async function offeringsIn({ pass: { account } }: Work, { subnets }: NetworkStatus): Promise<Offering[]> {
  const zones = subnets.map(({ zone }) => zone)
  return (await account.offerings.list()).filter(({ zone }) => zones.includes(zone))
}

const questionOf = (
  { pass, draft: { status } }: Work,
  selections: Selections,
  offerings: Offering[],
  network: NetworkStatus,
): PlacementQuestion => ({
  ...selections,
  status: workloadIn(status, network),
  cpuUse: status.cpuUse,
  spotStrategy: pass.environment.spec.spotStrategy,
  goesOnWithout: pass.environment.spec.goesOnWithout,
  offerings: launchable(offerings, status, pass.now).filter(
    ({ market }) => market !== 'spot' || !isTooLateForSpot(status, pass.now, pass.limits),
  ),
  applicationOf: (process: ProcessStatus) => applicationOf(pass, process),
})

/** Why a process found no room. That capacity was refused is the reason only where it would have had room there. */
function whyUnplaced(
  { demand, reason: message }: Placement['unplaced'][number],
  { subnets }: NetworkStatus,
  offerings: Offering[],
  exclusions: Exclusion[],
): Unplaced {
  if (subnets.length === 0) return { demand, reason: 'Working', message: 'The network is being created.' }
  const { cpu, memoryMb } = demand.application
  const roomy = offerings.filter(
    ({ vcpu, memoryMib }) =>
      vcpu >= cpu + instanceOverhead.cpu &&
      memoryMib * megabytesPerMebibyte >= memoryMb + instanceOverhead.memoryMb,
  )
  const refused = exclusions.findLast((exclusion) => roomy.some((offering) => covers(exclusion, offering)))
  if (refused) return { demand, reason: refused.refusal.reason, message: refused.refusal.message }
  return { demand, reason: offerings.length > 0 ? 'Unplaceable' : 'InsufficientCapacity', message }
}
