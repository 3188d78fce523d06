import type { Clock } from '../core/time/clock'
import { identifyProcess, isRunning, parentOf, type ProcessIdentity } from '../core/process/process-identity'

const pauseMilliseconds = 500

/**
 * Resolves when npm, or the shell it put between itself and us, is gone: whoever kills the one that was started means us
 * too.
 */
export async function npmIsGone(clock: Clock): Promise<void> {
  const parents = listParents()
  while (parents.every(isRunning)) await clock.sleep(pauseMilliseconds)
}

function listParents(): ProcessIdentity[] {
  const shell = process.ppid
  const npm = parentOf(shell)
  return [shell, npm].flatMap((pid) => (pid !== undefined && pid > 1 ? identifyProcess(pid) : []))
}
