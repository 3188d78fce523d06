import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { agentControlPort } from '../../../core/agent/protocol'
import { bridgeName } from './network'

const run = promisify(execFile)

/** Tells the instance's role and user data, which are none of a container's business. */
const metadataService = '169.254.169.254'

/** Traffic of containers that is refused although Docker allows it: chain, and match. */
const refused: [string, string[]][] = [
  ['DOCKER-USER', ['-i', bridgeName, '-d', metadataService]],
  ['INPUT', ['-i', bridgeName, '-d', metadataService]],
  ['INPUT', ['-i', bridgeName, '-p', 'tcp', '--dport', String(agentControlPort)]],
]

/**
 * Keeps containers from the metadata service and from the control port of the agent. Doing it again changes nothing.
 *
 * @throws Error when it could not be done: then nothing may be run here
 */
export async function guardInstance(): Promise<void> {
  for (const [chain, match] of refused) {
    const rule = [chain, ...match, '-j', 'REJECT']
    const isThere = await run('iptables', ['-w', '-C', ...rule]).then(
      () => true,
      () => false,
    )
    if (!isThere) await run('iptables', ['-w', '-I', ...rule])
  }
}
