import { region } from '../../region'
import { interruptionQueueName } from '../names'
import { allow, policyDocument } from '../policy'
import type { RolePolicy } from '../role'

/** One queue and one rule of a fixed name: the name restricts it as well as a tag would. */
export const interruptionsPolicy = (accountNumber: string): RolePolicy => ({
  name: 'receive-spot-interruptions',
  description: `Receive the warnings of AWS about Spot instances through the rule and the queue ${interruptionQueueName}.`,
  definition: policyDocument(
    allow(
      'Queue',
      [
        'sqs:CreateQueue',
        'sqs:DeleteMessage',
        'sqs:DeleteQueue',
        'sqs:GetQueueAttributes',
        'sqs:GetQueueUrl',
        'sqs:ReceiveMessage',
        'sqs:SetQueueAttributes',
        'sqs:TagQueue',
      ],
      [`arn:aws:sqs:${region}:${accountNumber}:${interruptionQueueName}`],
    ),
    allow(
      'Rule',
      [
        'events:DeleteRule',
        'events:PutRule',
        'events:PutTargets',
        'events:RemoveTargets',
        'events:TagResource',
      ],
      [`arn:aws:events:${region}:${accountNumber}:rule/${interruptionQueueName}`],
    ),
  ),
})
