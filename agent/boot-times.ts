import { statSync } from 'node:fs'
import { uptime } from 'node:os'
import type { BootTimes } from '../core/agent/protocol'

/** Docker's own since it was started: the folder is empty after a boot. */
const dockerPidFile = '/run/docker.pid'

/**
 * Reads once, when the agent starts, the epochs at which the parts of this instance were there.
 *
 * @param now epoch in milliseconds @param ownsMachine whether kernel and Docker are of this instance alone
 */
export function readBootTimes(now: number, ownsMachine: boolean): BootTimes {
  const since = (seconds: number) => Math.max(0, Math.round(now - seconds * 1000))
  const agentEpoch = since(process.uptime())
  if (!ownsMachine) return { agentEpoch }
  const stat = statSync(dockerPidFile, { throwIfNoEntry: false })
  return {
    kernelEpoch: since(uptime()),
    ...(stat && { dockerEpoch: Math.max(0, Math.round(stat.mtimeMs)) }),
    agentEpoch,
  }
}
