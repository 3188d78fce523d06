import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { agentControlPort } from '../../../core/agent/protocol'
import { bridgeName } from './network'

const run = promisify(execFile)

/** Tells the instance's role and user data, which are none of a container's business. */
const metadataService = '169.254.169.254'

/**
 * Where Docker looks before its own rules. It makes this chain with each network that it makes, and not for those that it finds again at its
 * start: without its default bridge, there is none after a reboot.
 */
const chainBeforeDocker = 'DOCKER-USER'

/** Traffic of containers that is refused although Docker allows it: chain, and match. */
const refused: [string, string[]][] = [
  [chainBeforeDocker, ['-i', bridgeName, '-d', metadataService]],
  ['INPUT', ['-i', bridgeName, '-d', metadataService]],
  ['INPUT', ['-i', bridgeName, '-p', 'tcp', '--dport', String(agentControlPort)]],
]

/**
 * Keeps containers from the metadata service and from the control port of the agent. Doing it again changes nothing.
 *
 * @throws Error when it could not be done: then nothing may be run here
 */
export async function guardInstance(): Promise<void> {
  if (!(await succeeds('-n', '-L', chainBeforeDocker))) await change('-N', chainBeforeDocker)
  await ensureFirst(['FORWARD', '-j', chainBeforeDocker])
  for (const [chain, match] of refused) await ensureFirst([chain, ...match, '-j', 'REJECT'])
}

async function ensureFirst(rule: string[]): Promise<void> {
  if (!(await succeeds('-C', ...rule))) await change('-I', ...rule)
}

const change = (...parameters: string[]) => run('iptables', ['-w', ...parameters])

const succeeds = (...parameters: string[]): Promise<boolean> =>
  change(...parameters).then(
    () => true,
    () => false,
  )
