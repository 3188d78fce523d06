import { interruptionDetailType, interruptionSource } from '../core/aws/interruption-events'
import { ownerTag, ownerValue } from '../core/aws/ownership'
import { region } from '../core/aws/region'
import { interruptionQueueName } from '../core/roles/names'
import type { Interruption, Interruptions } from '../controller/cloud/cloud'
import type { AccountApi } from './api'
import { newId } from './ids'
import { refusal } from './refusal'
import type { PolicyResource } from './policies/policy'
import type { AccountState, WarningState } from './state'
import type { World } from './world'

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

    async receive({ waitSeconds = 0, signal } = {}) {
      const present = () => requireQueue(world.state.accounts[api.accountNumber])
      const found = await api.call('sqs:ReceiveMessage', { on: [{ arn: queue }] }, (account) =>
        takeVisible(world, requireQueue(account)),
      )
      const endEpoch = world.clock.now() + waitSeconds * 1000
      while (found.length === 0 && !signal?.aborted && world.clock.now() < endEpoch) {
        await untilVisible(world, present(), endEpoch, signal)
        if (!signal?.aborted) found.push(...takeVisible(world, present()))
      }
      return found
    },

    acknowledge: (receipts) =>
      api.call('sqs:DeleteMessage', { on: [{ arn: queue }] }, (account) => {
        const gone = new Set(receipts)
        account.warnings = requireQueue(account).filter(({ receipt }) => !gone.has(receipt))
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

function requireQueue(account: AccountState | undefined): WarningState[] {
  if (!account?.warnings)
    throw refusal('AWS.SimpleQueueService.NonExistentQueue', 'The specified queue does not exist.')
  return account.warnings
}

/** Most messages that SQS hands out at once. */
const batchSize = 10

function takeVisible({ clock, random, timings }: World, warnings: WarningState[]): Interruption[] {
  const now = clock.now()
  const taken: Interruption[] = []
  for (const warning of warnings) {
    if (taken.length === batchSize) break
    if (warning.visibleEpoch > now) continue
    warning.visibleEpoch = now + timings.messageVisibilityMs
    warning.receipt = newId('receipt', random)
    const { instanceId, terminateEpoch, receipt } = warning
    taken.push({ instanceId, terminateEpoch, receipt })
  }
  return taken
}

/** Resolves when there may be a warning to hand out, at `endEpoch` or when `signal` aborts. */
async function untilVisible(
  { clock, warned }: World,
  warnings: WarningState[],
  endEpoch: number,
  signal?: AbortSignal,
): Promise<void> {
  const nextEpoch = warnings.reduce((least, { visibleEpoch }) => Math.min(least, visibleEpoch), endEpoch)
  const woken = new AbortController()
  const wake = () => woken.abort()
  warned.addEventListener('warned', wake)
  await clock.sleep(nextEpoch - clock.now(), signal ? AbortSignal.any([signal, woken.signal]) : woken.signal)
  warned.removeEventListener('warned', wake)
}
