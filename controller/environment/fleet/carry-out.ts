import { instanceKey } from '../../../core/agent/pre-shared-key'
import type { InstanceStatus } from '../../../core/resources/environment'
import { CloudError } from '../../cloud/cloud'
import { allDone } from '../../reconcile/all-done'
import type { Pass } from '../pass'
import { isAnyMissed, networkIds } from '../absence'
import { ready, type Outcome } from '../../reconcile/outcome'
import { rememberAddress } from './agent-addresses'
import { exclusionOf, inForce, type Exclusion } from './exclusions'
import { ensureWarnings } from '../interruptions/observe'
import { article, describePool } from './pools'

/**
 * Launches what was intended when the status was read. The client token makes a repeated launch the same instance. Runs before anything
 * is decided in a pass, so every intent seen here is durable.
 */
export async function launchInstances(pass: Pass): Promise<Outcome> {
  dropNeedlessIntents(pass)
  const intents = pass.status.instances.filter(isIntent)
  // Nothing can be launched into what is perhaps gone.
  if (isAnyMissed(pass, networkIds(pass.status))) return ready
  const isSpot = intents.some(({ market }) => market === 'spot')
  await allDone([
    ...intents.map((intent) => launch(pass, intent)),
    // An instance without a warning is better than none.
    isSpot ? ensureWarnings(pass) : Promise.resolve(),
  ])
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
  if (!subnet) {
    dropIntent(pass, intent)
    return
  }
  if (!network.instanceSecurityGroupId)
    throw new CloudError('not-found', 'A part of the network is missing and is being made anew.')
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
    else {
      // The token may be what AWS takes for invalid: it knows it for something that looked different.
      const isOld = pass.secondsSince(intent.lastSeenEpoch) > pass.limits.bootSeconds
      if (error.kind === 'invalid' && isOld) dropIntent(pass, intent)
      throw error
    }
  }
}

/** Takes the intent back with its processes, so that they are planned anew. */
function dropIntent({ status }: Pass, intent: InstanceStatus): void {
  const isOfIntent = ({ clientToken }: { clientToken: string }) => clientToken === intent.clientToken
  status.processes = status.processes.filter((process) => !isOfIntent(process))
  status.instances = status.instances.filter((instance) => !isOfIntent(instance))
}

/** Drops the intent with its processes, so that they are planned anew, and leaves the pool out for a while. */
function giveUp(pass: Pass, intent: InstanceStatus, reason: Exclusion['reason'], message: string): void {
  const { memory, now, limits } = pass
  dropIntent(pass, intent)
  const isFirst = inForce(memory.exclusions, now).every((exclusion) => exclusion.reason !== reason)
  const untilEpoch = now + limits.offeringExclusionSeconds * 1000
  memory.exclusions.push(exclusionOf(intent, reason, message, untilEpoch))
  memory.lastRefusal = message
  if (isFirst)
    pass.event('network', `No ${describePool(intent)} can be had now. ${message} Looking for others.`)
}
