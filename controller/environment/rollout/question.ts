import type { ProcessStatus } from '../../../core/resources/environment'
import { inForce } from '../fleet/exclusions'
import type { Pass } from '../pass'
import { applicationOf } from '../workload/application-of'
import type { Selections } from '../workload/selection'
import type { PlacementQuestion } from './workload'

/** What is to be placed in this pass, with what may be launched now: offerings of our zones that were not refused lately. */
export async function questionOf(pass: Pass, selections: Selections): Promise<PlacementQuestion> {
  const { status, memory, now, account, environment } = pass
  memory.exclusions = inForce(memory.exclusions, now)
  const zones = status.network.subnets.map(({ zone }) => zone)
  const offerings = await account.offerings.list()
  return {
    ...selections,
    status,
    spotStrategy: environment.spec.spotStrategy,
    offerings: offerings.filter(
      (offering) =>
        zones.includes(offering.zone) && !memory.exclusions.some((exclusion) => exclusion.covers(offering)),
    ),
    applicationOf: (process: ProcessStatus) => applicationOf(pass, process),
  }
}
