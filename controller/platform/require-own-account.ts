import { StartFault } from '../../core/start/start-fault'
import type { Clock } from '../../core/time/clock'
import type { PlatformAccess } from '../cloud/cloud'

/** Who takes over must not wait longer for an AWS that does not answer; it is asked again later. */
const longestWaitMilliseconds = 5_000

/**
 * Requires that our credentials are of the account that customers are told to trust.
 * @throws StartFault that names both
 */
export async function requireOwnAccount(
  platform: PlatformAccess,
  clock: Pick<Clock, 'sleep'>,
): Promise<void> {
  const answered = new AbortController()
  await Promise.race([platform.examine(), clock.sleep(longestWaitMilliseconds, answered.signal)])
  answered.abort()
  const fault = platform.fault()
  if (fault?.reason === 'OtherAccount') throw new StartFault(fault.problem, fault.remedy)
}
