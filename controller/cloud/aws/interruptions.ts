import {
  DeleteRuleCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
} from '@aws-sdk/client-eventbridge'
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteQueueCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { Logger } from '../../../core/logging/logger'
import { ownerTag, ownerValue } from '../../../core/aws/ownership'
import { region } from '../../../core/aws/region'
import { interruptionQueueName } from '../../../core/roles/names'
import { CloudError, type Interruption, type Interruptions } from '../cloud'
import { unlessGone } from './aws-errors'
import { interruptionPattern, parseInterruption } from './interruption-message'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'

/** SQS hands out and takes back at most this many messages at once. */
const batchSize = 10
/**
 * How long a warning is hidden from other receivers: long enough to write it down, and it is still of use to the next one if this one dies.
 */
const visibilityTimeoutSeconds = 10
const targetId = 'queue'

interface InterruptionsDependencies {
  clientsOf: ClientsOf
  accountNumber: string
  log: Logger
}

/** EventBridge puts each warning of the account into a queue of ours. */
export const createInterruptions = ({
  clientsOf,
  accountNumber,
  log,
}: InterruptionsDependencies): Interruptions => ({
  async ensureSubscription() {
    const { sqs, eventBridge } = await clientsOf()
    const queueUrl = (await findQueue(sqs)) ?? (await createQueue(sqs))
    await sqs.send(
      new SetQueueAttributesCommand({
        QueueUrl: queueUrl,
        Attributes: { Policy: queuePolicy(accountNumber) },
      }),
    )
    await eventBridge.send(
      new PutRuleCommand({
        Name: interruptionQueueName,
        Description: 'Tells SDO when AWS takes a Spot instance back.',
        EventPattern: JSON.stringify(interruptionPattern),
        State: 'ENABLED',
      }),
    )
    const { FailedEntryCount } = await eventBridge.send(
      new PutTargetsCommand({
        Rule: interruptionQueueName,
        Targets: [{ Id: targetId, Arn: queueArn(accountNumber) }],
      }),
    )
    if (FailedEntryCount) throw new CloudError('unavailable', 'AWS could not connect the rule to the queue.')
  },

  async receive({ waitSeconds = 0, signal } = {}) {
    const { sqs } = await clientsOf()
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: await requireQueue(sqs),
        MaxNumberOfMessages: batchSize,
        VisibilityTimeout: visibilityTimeoutSeconds,
        WaitTimeSeconds: waitSeconds,
      }),
      { abortSignal: signal },
    )
    return Messages.flatMap((message) => read(message) ?? [])

    /** Reads a warning; any other message is logged and dropped, and the queue forgets it by itself. */
    function read({ Body, ReceiptHandle, MessageId }: Message): Interruption | undefined {
      const warning = parseInterruption(Body)
      if (!warning)
        log.warn({ accountNumber, messageId: MessageId }, 'A message in the queue is no Spot warning.')
      return warning && { ...warning, receipt: requireAnswer(ReceiptHandle, 'the receipt of a message') }
    }
  },

  async acknowledge(receipts) {
    if (receipts.length === 0) return
    const { sqs } = await clientsOf()
    const queueUrl = await findQueue(sqs)
    for (let start = 0; queueUrl && start < receipts.length; start += batchSize) {
      const Entries = receipts
        .slice(start, start + batchSize)
        .map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }))
      const { Failed } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }))
      // An expired receipt means that the warning comes again.
      if (Failed?.length)
        log.warn({ accountNumber, failed: Failed.length }, 'Warnings could not be acknowledged.')
    }
  },

  async removeSubscription() {
    const { sqs, eventBridge } = await clientsOf()
    await unlessGone(
      eventBridge.send(new RemoveTargetsCommand({ Rule: interruptionQueueName, Ids: [targetId] })),
    )
    await unlessGone(eventBridge.send(new DeleteRuleCommand({ Name: interruptionQueueName })))
    const queueUrl = await findQueue(sqs)
    if (queueUrl) await unlessGone(sqs.send(new DeleteQueueCommand({ QueueUrl: queueUrl })))
  },
})

async function requireQueue(sqs: SQSClient): Promise<string> {
  const queueUrl = await findQueue(sqs)
  if (!queueUrl)
    throw new CloudError('not-found', 'The queue of Spot warnings does not exist in this account.')
  return queueUrl
}

async function findQueue(sqs: SQSClient): Promise<string | undefined> {
  try {
    return (await sqs.send(new GetQueueUrlCommand({ QueueName: interruptionQueueName }))).QueueUrl
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'not-found') return undefined
    throw error
  }
}

async function createQueue(sqs: SQSClient): Promise<string> {
  const { QueueUrl } = await sqs.send(
    new CreateQueueCommand({
      QueueName: interruptionQueueName,
      // A warning is of no use once its instance is gone.
      Attributes: { MessageRetentionPeriod: '300' },
      tags: { [ownerTag]: ownerValue },
    }),
  )
  return requireAnswer(QueueUrl, 'where the queue is')
}

const queueArn = (accountNumber: string) => `arn:aws:sqs:${region}:${accountNumber}:${interruptionQueueName}`

/** Only our rule may put something in. */
const queuePolicy = (accountNumber: string): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'events.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: queueArn(accountNumber),
        Condition: {
          ArnEquals: {
            'aws:SourceArn': `arn:aws:events:${region}:${accountNumber}:rule/${interruptionQueueName}`,
          },
        },
      },
    ],
  })
