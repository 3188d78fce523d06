import { instanceLines } from '../../../core/environment-log/instance-lines'
import { instanceKey } from '../../../core/agent/pre-shared-key'
import type { InstanceStatus } from '../../../core/resources/environment'
import { CloudError } from '../../cloud/cloud'
import type { Work } from '../concern'
import type { RefusedLaunch } from '../facts'
import type { Draft } from '../draft'
import { networkOf, purposeIn } from '../workload/places'
import { describePool } from '../../../core/catalogue/pool'
import type { AgentContacts } from './agent-contacts'
import type { Refusal } from './end-reason'
import { explainLaunch } from './explain-launch'
import { article } from '../../../core/text/words'

/** Whether an instance is to be launched, and was not. */
export const isIntent = ({ phase, instanceId }: InstanceStatus) =>
  phase === 'Launching' && instanceId === undefined

/** Takes back launches that nothing needs any more. Should one of them have been launched all the same, it is found as an orphan. */
export function dropNeedlessIntents({ status }: Draft): void {
  const isNeeded = (intent: InstanceStatus) =>
    status.processes.some(({ clientToken }) => clientToken === intent.clientToken)
  status.instances = status.instances.filter((instance) => !isIntent(instance) || isNeeded(instance))
}

/** Launches an instance that is intended, and answers what could not be had. @throws CloudError whatever else is refused */
export async function launch(
  { pass, draft }: Work,
  contacts: AgentContacts,
  intent: InstanceStatus,
): Promise<RefusedLaunch | undefined> {
  const network = networkOf(draft.status, intent)
  const { clientToken, instanceType, zone, market } = intent
  const subnet = network?.subnets.find((one) => one.zone === zone)
  if (!network || !subnet) {
    dropIntent(draft, intent)
    return undefined
  }
  // It is being made.
  if (!network.instanceSecurityGroupId) return undefined
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
      tags: pass.tags(purposeIn(network, 'instance')),
    })
    pass.dependencies.launchPace.noteLaunch(pass.accountNumber)
    intent.instanceId = instance.id
    intent.imageId = instance.imageId
    intent.lastSeenEpoch = pass.now
    intent.launchedEpoch = pass.now
    contacts.remember(instance)
    draft.fleetEvent(-intent.pricePerHour, instanceLines.launched, {
      id: instance.id,
      pool: article(describePool(intent)),
      why: explainLaunch(pass.goal, draft.status, intent),
    })
    return undefined
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    if (error.kind === 'throttled') pass.dependencies.launchPace.noteThrottle(pass.accountNumber)
    const refused = refusalOf(error)
    // The token may be what AWS takes for invalid: it knows it for something that looked different.
    const isOld = pass.secondsSince(intent.lastSeenEpoch) > pass.limits.bootSeconds
    if (refused || (error.kind === 'invalid' && isOld)) dropIntent(draft, intent)
    if (refused) return { pool: intent, ...refused }
    throw error
  }
}

/** Refusals after which other instances are looked for. */
function refusalOf({ kind, message }: CloudError): Refusal | undefined {
  switch (kind) {
    case 'insufficient-capacity':
      return { reason: 'InsufficientCapacity', message }
    case 'quota-exceeded':
      return { reason: 'QuotaExceeded', message }
    case 'type-not-allowed':
      return {
        reason: 'InsufficientCapacity',
        message: `The plan of this AWS account does not include the instance type. SDO uses those that it includes. Upgrade the plan for all of them. ${message}`,
        isOfType: true,
      }
    default:
      return undefined
  }
}

/** Takes the intent back with its processes, so that they are planned anew. */
function dropIntent({ status }: Draft, intent: InstanceStatus): void {
  const isOfIntent = ({ clientToken }: { clientToken: string }) => clientToken === intent.clientToken
  status.processes = status.processes.filter((process) => !isOfIntent(process))
  status.instances = status.instances.filter((instance) => !isOfIntent(instance))
}
