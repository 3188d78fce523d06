import { interruptionDetailType, interruptionSource } from '../../../core/aws/interruption-events'
import { ownerTag, ownerValue } from '../../../core/aws/ownership'
import { region } from '../../../core/aws/region'
import { interruptionQueueName } from '../../../core/roles/names'
import { CloudError, type Interruptions } from '../cloud'
import type { AccountApi } from './api'
import { newId } from './ids'
import type { PolicyResource } from './policies/policy'
import type { AccountState } from './state'

/** The queue of Spot warnings: each comes again until it is acknowledged. */
export function interruptionsOf(api: AccountApi): Interruptions {
  const { world } = api
  const queue = `arn:aws:sqs:${region}:${api.accountNumber}:${interruptionQueueName}`
  const rule = `arn:aws:events:${region}:${api.accountNumber}:rule/${interruptionQueueName}`
  const listening = [
    {
      arn: rule,
      context: { 'events:source': [interruptionSource], 'events:detail-type': [interruptionDetailType] },
    },
  ]
  const sending = [{ arn: rule, context: { 'events:TargetArn': [queue] } }]
  const needs = (on: PolicyResource[], ...actions: string[]) => actions.map((action) => ({ action, on }))
  return {
    ensureSubscription: () =>
      api.call(
        'sqs:CreateQueue',
        {
          on: [{ arn: queue }],
          requestTags: { [ownerTag]: ownerValue },
          alsoNeeds: [
            ...needs([{ arn: queue }], 'sqs:TagQueue', 'sqs:SetQueueAttributes'),
            ...needs(listening, 'events:PutRule'),
            ...needs(sending, 'events:PutTargets'),
          ],
        },
        (account) => {
          account.warnings ??= []
          account.isInterruptionRuleGone = false
        },
      ),

    receive: () =>
      api.call('sqs:ReceiveMessage', { on: [{ arn: queue }] }, (account) =>
        requireQueue(account)
          .filter(({ visibleEpoch }) => visibleEpoch <= world.clock.now())
          .slice(0, 10)
          .map((warning) => {
            warning.visibleEpoch = world.clock.now() + world.timings.messageVisibilityMs
            warning.receipt = newId('receipt', world.random)
            const { instanceId, terminateEpoch, receipt } = warning
            return { instanceId, terminateEpoch, receipt }
          }),
      ),

    acknowledge: (receipts) =>
      api.call('sqs:DeleteMessage', { on: [{ arn: queue }] }, (account) => {
        account.warnings = requireQueue(account).filter(({ receipt }) => !receipts.includes(receipt))
      }),

    removeSubscription: () =>
      api.call(
        'sqs:DeleteQueue',
        {
          on: [{ arn: queue }],
          alsoNeeds: needs([{ arn: rule }], 'events:RemoveTargets', 'events:DeleteRule'),
        },
        (account) => {
          account.warnings = undefined
        },
      ),
  }
}

function requireQueue(account: AccountState) {
  if (!account.warnings)
    throw new CloudError('not-found', 'The queue of Spot warnings does not exist in this account.')
  return account.warnings
}
