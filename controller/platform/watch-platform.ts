import type { Logger } from '../../core/logging/logger'
import type { Clock } from '../../core/time/clock'
import type { PlatformAccess } from '../cloud/cloud'

/** AWS is asked so often who we are, and more often while it does not let us in. */
const intervalSeconds = { accepted: 60, refused: 15 }

interface WatchPlatformOptions {
  platform: PlatformAccess
  clock: Pick<Clock, 'sleep'>
  log: Logger
}

/** Asks the cloud again and again whether it takes us for who we are, and logs when and why it does not. */
export async function watchPlatform(
  { platform, clock, log }: WatchPlatformOptions,
  signal: AbortSignal,
): Promise<void> {
  let said: string | undefined
  while (!signal.aborted) {
    const fault = await platform.examine()
    if (fault && fault.reason !== said)
      log.error({ reason: fault.reason, remedy: fault.remedy }, fault.problem)
    if (!fault && said) log.info("AWS accepts SDO's own credentials again.")
    said = fault?.reason
    await clock.sleep(intervalSeconds[fault ? 'refused' : 'accepted'] * 1000, signal)
  }
}
