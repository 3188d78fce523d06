import { region } from '../../../core/region'
import { interruptionQueueName } from '../../../core/roles/names'
import { CloudError, type Interruptions } from '../cloud'
import type { AccountApi } from './api'
import { newId } from './ids'
import type { PolicyResource } from './iam/policy'
import type { AccountState } from './state'

/** The queue of Spot warnings: each comes again until it is acknowledged. */
export function interruptionsOf(api: AccountApi): Interruptions {
  const { world } = api
  const queue = [{ arn: `arn:aws:sqs:${region}:${api.accountNumber}:${interruptionQueueName}` }]
  const rule = [{ arn: `arn:aws:events:${region}:${api.accountNumber}:rule/${interruptionQueueName}` }]
  const needs = (on: PolicyResource[], ...actions: string[]) => actions.map((action) => ({ action, on }))
  return {
    ensureSubscription: () =>
      api.call(
        'sqs:CreateQueue',
        (account) => {
          account.warnings ??= []
        },
        {
          on: queue,
          alsoNeeds: [
            ...needs(queue, 'sqs:SetQueueAttributes'),
            ...needs(rule, 'events:PutRule', 'events:PutTargets'),
          ],
        },
      ),

    receive: () =>
      api.call(
        'sqs:ReceiveMessage',
        (account) =>
          requireQueue(account)
            .filter(({ visibleEpoch }) => visibleEpoch <= world.clock.now())
            .slice(0, 10)
            .map((warning) => {
              warning.visibleEpoch = world.clock.now() + world.timings.messageVisibilityMs
              warning.receipt = newId('receipt', world.random)
              const { instanceId, terminateEpoch, receipt } = warning
              return { instanceId, terminateEpoch, receipt }
            }),
        { on: queue },
      ),

    acknowledge: (receipts) =>
      api.call(
        'sqs:DeleteMessage',
        (account) => {
          account.warnings = requireQueue(account).filter(({ receipt }) => !receipts.includes(receipt))
        },
        { on: queue },
      ),

    removeSubscription: () =>
      api.call(
        'sqs:DeleteQueue',
        (account) => {
          account.warnings = undefined
        },
        { on: queue, alsoNeeds: needs(rule, 'events:RemoveTargets', 'events:DeleteRule') },
      ),
  }
}

function requireQueue(account: AccountState) {
  if (!account.warnings)
    throw new CloudError('not-found', 'The queue of Spot warnings does not exist in this account.')
  return account.warnings
}
