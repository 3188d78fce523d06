import { instanceKey } from '../../../core/agent/pre-shared-key'
import type { InstanceStatus } from '../../../core/resources/environment'
import { CloudError } from '../../cloud/cloud'
import { allDone } from '../all-done'
import type { Pass } from '../pass'
import { ready, type Outcome } from '../step'
import { rememberAddress } from './agent-addresses'
import { exclusionOf, inForce, type Exclusion } from './exclusions'
import { ensureWarnings } from './interruptions'
import { article, describePool } from './pools'

/**
 * Launches what was intended when the status was read. The client token makes a repeated launch the same instance. Runs before anything
 * is decided in a pass, so every intent seen here is durable.
 */
export async function launchInstances(pass: Pass): Promise<Outcome> {
  dropNeedlessIntents(pass)
  const intents = pass.status.instances.filter(isIntent)
  if (intents.some(({ market }) => market === 'spot')) await ensureWarnings(pass)
  await allDone(intents.map((intent) => launch(pass, intent)))
  return ready
}

const isIntent = ({ phase, instanceId }: InstanceStatus) => phase === 'Launching' && instanceId === undefined

/** Should one of them have been launched all the same, it is found as an orphan. */
function dropNeedlessIntents({ status }: Pass): void {
  const isNeeded = (intent: InstanceStatus) =>
    status.processes.some(({ clientToken }) => clientToken === intent.clientToken)
  status.instances = status.instances.filter((instance) => !isIntent(instance) || isNeeded(instance))
}

async function launch(pass: Pass, intent: InstanceStatus): Promise<void> {
  const { network } = pass.status
  const { clientToken, instanceType, zone, market } = intent
  const subnet = network.subnets.find((one) => one.zone === zone)
  if (!subnet || !network.instanceSecurityGroupId)
    throw new Error(`There is no subnet in ${zone}, where an instance was to be launched.`)
  try {
    const instance = await pass.account.instances.launch({
      clientToken,
      instanceType,
      zone,
      market,
      subnetId: subnet.id,
      securityGroupIds: [network.instanceSecurityGroupId],
      bootstrap: {
        instance: clientToken,
        key: instanceKey(pass.dependencies.masterKey, clientToken).toString('base64'),
      },
      tags: pass.tags('instance'),
    })
    intent.instanceId = instance.id
    intent.lastSeenEpoch = pass.now
    rememberAddress(pass.memory, instance)
    pass.event('network', `Launched ${instance.id}, ${article(describePool(intent))}.`)
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    if (error.kind === 'insufficient-capacity') giveUp(pass, intent, 'InsufficientCapacity', error.message)
    else if (error.kind === 'quota-exceeded') giveUp(pass, intent, 'QuotaExceeded', error.message)
    else throw error
  }
}

/** Drops the intent with its processes, so that they are planned anew, and leaves the pool out for a while. */
function giveUp(pass: Pass, intent: InstanceStatus, reason: Exclusion['reason'], message: string): void {
  const { status, memory, now, limits } = pass
  const isOfIntent = ({ clientToken }: { clientToken: string }) => clientToken === intent.clientToken
  status.processes = status.processes.filter((process) => !isOfIntent(process))
  status.instances = status.instances.filter((instance) => !isOfIntent(instance))
  const isFirst = inForce(memory.exclusions, now).every((exclusion) => exclusion.reason !== reason)
  const untilEpoch = now + limits.offeringExclusionSeconds * 1000
  memory.exclusions.push(exclusionOf(intent, reason, message, untilEpoch))
  memory.lastRefusal = message
  if (isFirst)
    pass.event('network', `No ${describePool(intent)} can be had now. ${message} Looking for others.`)
}
