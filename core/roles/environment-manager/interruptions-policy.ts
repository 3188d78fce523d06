import { interruptionDetailType, interruptionSource } from '../../aws/interruption-events'
import { region } from '../../aws/region'
import { interruptionQueueName } from '../names'
import { allow, ifMarkedAsOwned, policyDocument } from '../policy'
import type { RolePolicy } from '../role'

/** Policy for one queue and one rule of a fixed name, which restricts it as well as a tag would. */
export const interruptionsPolicy = (accountNumber: string): RolePolicy => {
  const queue = [`arn:aws:sqs:${region}:${accountNumber}:${interruptionQueueName}`]
  const rule = [`arn:aws:events:${region}:${accountNumber}:rule/${interruptionQueueName}`]
  return {
    name: 'receive-spot-interruptions',
    description: `Receive the warnings of AWS about Spot instances, and no other event, through the rule and the queue ${interruptionQueueName}. AWS cannot restrict them to the instances of SDO: a warning names any Spot instance of the account by its id.`,
    definition: policyDocument(
      allow('CreateQueue', ['sqs:CreateQueue', 'sqs:TagQueue'], queue, ifMarkedAsOwned),
      allow(
        'UseQueue',
        [
          'sqs:DeleteMessage',
          'sqs:DeleteQueue',
          'sqs:GetQueueAttributes',
          'sqs:GetQueueUrl',
          'sqs:ReceiveMessage',
          'sqs:SetQueueAttributes',
        ],
        queue,
      ),
      allow('ListenToWarnings', ['events:PutRule'], rule, {
        // A pattern without a source, or a timetable, would pass "all values" because it has none.
        Null: { 'events:source': 'false', 'events:detail-type': 'false' },
        'ForAllValues:StringEquals': {
          'events:source': interruptionSource,
          'events:detail-type': interruptionDetailType,
        },
      }),
      allow('SendToQueue', ['events:PutTargets'], rule, {
        Null: { 'events:TargetArn': 'false' },
        'ForAllValues:ArnEquals': { 'events:TargetArn': queue },
      }),
      allow(
        'UseRule',
        ['events:DeleteRule', 'events:DescribeRule', 'events:ListTargetsByRule', 'events:RemoveTargets'],
        rule,
      ),
    ),
  }
}
