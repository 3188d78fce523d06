import {
  CloudWatchLogsClient,
  DeleteLogGroupCommand,
  paginateDescribeLogGroups,
} from '@aws-sdk/client-cloudwatch-logs'
import { DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { logGroupPath } from '../../../core/aws/log-groups'
import { ownerTag, ownerValue } from '../../../core/aws/ownership'
import { createFetchOutside } from '../../../core/outgoing/fetch-outside'
import { internetAlone } from '../../../core/outgoing/reach'
import { suggestedStackName } from '../../../core/roles/cloudformation'
import type { Clock } from '../../../core/time/clock'
import type { AwsConnection } from './aws-connection'
import { listOwned } from './list-left'
import { createPublishedAgents, type Bundles } from './published-agents'
import { createStacks } from './stacks'
import { createTakeBack } from './take-back'
import type { TrialAccount } from './trial-account'

const networkStack = 'sdo-trial-network'
const answerMs = 10_000

/** Whose credentials these are. @throws Error for the root user, who can take no role */
export async function readIdentity(
  connection: AwsConnection,
): Promise<{ accountNumber: string; arn: string }> {
  const sts = new STSClient(connection)
  const { Account = '', Arn: arn = '' } = await sts.send(new GetCallerIdentityCommand({}))
  sts.destroy()
  if (arn.endsWith(':root'))
    throw new Error(
      'The root user of an account can take no role. Use a user or a role with AdministratorAccess.',
    )
  return { accountNumber: Account, arn }
}

/** The owner's part of the trial, in an account of AWS. */
export function createAwsTrialAccount(
  connection: AwsConnection,
  accountNumber: string,
  bundles: Bundles,
  clock: Clock,
): TrialAccount {
  const stacks = createStacks(connection, clock)
  const agents = createPublishedAgents(connection, accountNumber, bundles)
  const takingBack = createTakeBack(connection, accountNumber, stacks, clock)
  const ec2 = new EC2Client(connection)
  const logs = new CloudWatchLogsClient(connection)
  const fetchOutside = createFetchOutside({ reach: internetAlone })
  return {
    accountNumber,
    publishAgents: agents.publish,
    removeAgents: agents.remove,
    async installRoles(template, signal) {
      await stacks.ensure(suggestedStackName, template, signal)
    },
    removeRoles: () => stacks.remove(suggestedStackName),
    async makeNetwork(cidr, signal) {
      const { Id = '' } = await stacks.ensure(networkStack, networkTemplate(cidr), signal)
      return Id
    },
    removeNetwork: () => stacks.remove(networkStack),
    async listEnvironmentNetworks() {
      const ours = { Filters: [{ Name: `tag:${ownerTag}`, Values: [ownerValue] }] }
      const { Vpcs = [] } = await ec2.send(new DescribeVpcsCommand(ours))
      return Vpcs.map(({ VpcId = '', CidrBlock = '' }) => ({ id: VpcId, range: CidrBlock }))
    },
    async removeLogs() {
      for await (const { logGroups = [] } of paginateDescribeLogGroups(
        { client: logs },
        { logGroupNamePrefix: logGroupPath },
      ))
        for (const { logGroupName } of logGroups) await logs.send(new DeleteLogGroupCommand({ logGroupName }))
    },
    takeBack: takingBack.takeBack,
    removeTakeBack: takingBack.remove,
    async isAnswering(url) {
      try {
        const { status } = await fetchOutside(url, { signal: AbortSignal.timeout(answerMs) })
        return status >= 200 && status < 400
      } catch {
        return false
      }
    },
    async listLeft() {
      const names = [suggestedStackName, networkStack]
      const present = await Promise.all(
        names.map(async (name) => ((await stacks.isThere(name)) ? [`stack ${name}`] : [])),
      )
      return [
        ...(await listOwned(connection)),
        ...present.flat(),
        ...((await takingBack.isThere()) ? ['stack of the experiment'] : []),
        ...((await agents.isThere()) ? ['bucket of the agents'] : []),
      ]
    },
  }
}

/** A VPC in which nothing is. */
const networkTemplate = (cidr: string) => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Description: 'A network of the range of the environment, for the trial of SDO.',
  Resources: {
    Network: {
      Type: 'AWS::EC2::VPC',
      Properties: { CidrBlock: cidr, EnableDnsSupport: true, EnableDnsHostnames: true },
    },
  },
  Outputs: { Id: { Value: { Ref: 'Network' } } },
})
