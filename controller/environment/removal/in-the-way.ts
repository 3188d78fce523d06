import type { NetworkStatus } from '../../../core/resources/environment'
import { CloudError } from '../../cloud/cloud'
import type { Pass } from '../pass'

/** Longest list of what is in the way, for people. */
const mostNamed = 6

/** Why AWS does not delete networks, for people: what it says, and what there is in them that is not ours. */
export async function describeInUse(pass: Pass, networks: NetworkStatus[], said: string): Promise<string> {
  const things = await listForeign(pass, networks)
  const named = things.map(({ kind, id, about }) => `${kind} ${id}${about ? ` (${about})` : ''}`)
  const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : ''
  const foreign =
    named.length === 0
      ? ''
      : ` In the way: ${named.slice(0, mostNamed).join(', ')}${more}. Delete what SDO did not create.`
  const minutes = Math.round(pass.limits.obstructedSeconds / 60)
  return `AWS does not delete the network, because something in it is in use. ${said}${foreign} SDO tries again every ${minutes} minutes.`
}

/** Nothing where the role may not look yet: its template may be older. */
async function listForeign({ account }: Pass, networks: NetworkStatus[]) {
  const vpcIds = networks.flatMap(({ vpcId }) => vpcId ?? [])
  try {
    return (await Promise.all(vpcIds.map((id) => account.network.listForeign(id)))).flat()
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'access-denied') return []
    throw error
  }
}

/** Whether what is in use for so long is somebody else's, and when to try again: after a tenth of the time that it has been. */
export function retryOf({ limits }: Pass, seconds: number): { isForeign: boolean; seconds: number } {
  const { pollSeconds, obstructionSeconds, obstructedSeconds } = limits
  return {
    isForeign: seconds >= obstructionSeconds,
    seconds: Math.min(Math.max(pollSeconds, Math.round(seconds / 10)), obstructedSeconds),
  }
}
