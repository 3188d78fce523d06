import { isOurs } from '../../../core/aws/ownership'
import { networkLines } from '../../../core/environment-log/network-lines'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Instance } from '../../cloud/cloud'
import type { Work } from '../concern'
import type { Pass } from '../pass'

/**
 * Recorded instances that a list by tags does not have. AWS says for minutes of one that runs that it is not there, in lists and by its
 * id, so that nothing but time proves that it is gone.
 */
export class UnlistedInstances {
  /** Ids that AWS did not know at the last look, each with the epoch since when. */
  private readonly unknownSince = new Map<string, number>()
  private readonly untagged = new Set<string>()

  /** Asks for those by their ids that are not listed and must be by now. Says of each once if it is not marked as ours any more. */
  async lookUp({ pass, draft }: Work, listed: Instance[]): Promise<Instance[]> {
    const isListed = ({ instanceId }: InstanceStatus) => listed.some(({ id }) => id === instanceId)
    const isVisibleByNow = ({ phase, lastSeenEpoch }: InstanceStatus) =>
      phase === 'Terminating' || pass.secondsSince(lastSeenEpoch) > pass.limits.visibilitySeconds
    const ids = draft.status.instances.flatMap((one) =>
      one.instanceId !== undefined && !isListed(one) && isVisibleByNow(one) ? [one.instanceId] : [],
    )
    const found = ids.length > 0 ? await pass.account.instances.describe(ids) : []
    const unknown = ids.filter((id) => found.every((one) => one.id !== id))
    for (const id of this.unknownSince.keys()) if (!unknown.includes(id)) this.unknownSince.delete(id)
    for (const id of unknown) if (!this.unknownSince.has(id)) this.unknownSince.set(id, pass.now)
    for (const { id, tags } of found) {
      if (isOurs(tags) || this.untagged.has(id)) continue
      this.untagged.add(id)
      draft.event(networkLines.untagged, { what: 'instance', id })
    }
    return found
  }

  isUnknown(id: string): boolean {
    return this.unknownSince.has(id)
  }

  /** Whether AWS has not known it for so long that it cannot run. */
  isGone({ now, limits }: Pass, { instanceId = '' }: InstanceStatus): boolean {
    const since = this.unknownSince.get(instanceId)
    return since !== undefined && (now - since) / 1000 >= limits.goneSeconds
  }
}
