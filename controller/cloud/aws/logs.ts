import {
  CreateLogGroupCommand,
  DescribeLogStreamsCommand,
  PutRetentionPolicyCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import { CloudError, type Logs } from '../cloud'
import { hasCode } from './aws-errors'
import type { ClientsOf } from './role-sessions'

/** Groups are looked for by one stream of theirs: AWS can restrict no call that lists the groups themselves. */
export const createLogs = (clientsOf: ClientsOf): Logs => ({
  async hasGroup(name) {
    const { logs } = await clientsOf()
    try {
      await logs.send(new DescribeLogStreamsCommand({ logGroupName: name, limit: 1 }))
      return true
    } catch (error) {
      if (error instanceof CloudError && error.kind === 'not-found') return false
      throw error
    }
  },

  async createGroup({ name, retentionDays }) {
    const { logs } = await clientsOf()
    try {
      await logs.send(new CreateLogGroupCommand({ logGroupName: name }))
    } catch (error) {
      if (!hasCode(error, 'ResourceAlreadyExistsException')) throw error
    }
    await logs.send(new PutRetentionPolicyCommand({ logGroupName: name, retentionInDays: retentionDays }))
  },
})
