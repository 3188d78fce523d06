import { GetQueueUrlCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { interruptionDetailType, interruptionSource } from '../../../core/aws/interruption-events'
import { interruptionQueueName } from '../../../core/roles/names'
import type { Clock } from '../../../core/time/clock'
import type { AwsConnection } from './aws-connection'
import { runExperiment } from './experiments'
import type { Stacks } from './stacks'

const experimentStack = 'sdo-trial-interruption'

/** Has AWS take Spot instances back. */
export function createTakeBack(
  connection: AwsConnection,
  accountNumber: string,
  stacks: Stacks,
  clock: Clock,
) {
  return {
    isThere: () => stacks.isThere(experimentStack),
    remove: () => stacks.remove(experimentStack),
    /** By the Fault Injection Service. Where the account may not use it, SDO is only told so, as the rule of EventBridge would tell it. */
    async takeBack(instanceId: string, signal: AbortSignal): Promise<string> {
      try {
        const template = experimentTemplate(connection.region, accountNumber, instanceId)
        const { Template = '' } = await stacks.ensure(experimentStack, template, signal)
        await runExperiment(connection, Template, clock, signal)
        return 'The Fault Injection Service took the Spot instance back.'
      } catch (error) {
        signal.throwIfAborted()
        await tellByHand(connection, instanceId)
        const reason = error instanceof Error ? error.message : String(error)
        return `The warning was put into the queue by hand, because there was no experiment: ${reason}`
      }
    },
  }
}

/** An experiment that takes one Spot instance back, with the role that it needs. */
const experimentTemplate = (region: string, accountNumber: string, instanceId: string) => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Description: 'Takes a Spot instance of the trial of SDO back.',
  Resources: {
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            { Effect: 'Allow', Principal: { Service: 'fis.amazonaws.com' }, Action: 'sts:AssumeRole' },
          ],
        },
        Policies: [
          {
            PolicyName: 'take-back',
            PolicyDocument: {
              Version: '2012-10-17',
              Statement: [
                {
                  Effect: 'Allow',
                  Action: 'ec2:SendSpotInstanceInterruptions',
                  Resource: instanceArn(region, accountNumber, instanceId),
                },
                { Effect: 'Allow', Action: 'ec2:DescribeInstances', Resource: '*' },
              ],
            },
          },
        ],
      },
    },
    Template: {
      Type: 'AWS::FIS::ExperimentTemplate',
      Properties: {
        Description: 'Takes a Spot instance back, two minutes after its warning.',
        RoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] },
        StopConditions: [{ Source: 'none' }],
        Targets: {
          Instance: {
            ResourceType: 'aws:ec2:spot-instance',
            ResourceArns: [instanceArn(region, accountNumber, instanceId)],
            SelectionMode: 'ALL',
          },
        },
        Actions: {
          TakeBack: {
            ActionId: 'aws:ec2:send-spot-instance-interruptions',
            Parameters: { durationBeforeInterruption: 'PT2M' },
            Targets: { SpotInstances: 'Instance' },
          },
        },
        Tags: { Name: experimentStack },
      },
    },
  },
  Outputs: { Template: { Value: { Ref: 'Template' } } },
})

const instanceArn = (region: string, accountNumber: string, instanceId: string) =>
  `arn:aws:ec2:${region}:${accountNumber}:instance/${instanceId}`

/** Puts the event into the queue that EventBridge fills. Only AWS may send such an event to EventBridge itself. */
async function tellByHand(connection: AwsConnection, instanceId: string): Promise<void> {
  const sqs = new SQSClient(connection)
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: interruptionQueueName }))
  const event = {
    source: interruptionSource,
    'detail-type': interruptionDetailType,
    time: new Date().toISOString(),
    detail: { 'instance-id': instanceId, 'instance-action': 'terminate' },
  }
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(event) }))
  sqs.destroy()
}
