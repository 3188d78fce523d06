import { isSamePool } from '../../../core/catalogue/pool'
import {
  RunInstancesCommand,
  TerminateInstancesCommand,
  paginateDescribeInstances,
  type EC2Client,
  type Filter,
} from '@aws-sdk/client-ec2'
import type { Logger } from '../../../core/logging/logger'
import { CloudError, type Instance, type Instances } from '../cloud'
import { everyItem } from './bounded-answers'
import { hasCode, unlessGone } from './aws-errors'
import { tagFilters } from './aws-tags'
import { toInstance } from './described-instance'
import type { AgentRelease } from './instance-user-data'
import { describeMachineImage, findMachineImage } from './machine-image'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'
import { toRunInstances } from './run-instances'

interface InstancesDependencies {
  clientsOf: ClientsOf
  agentRelease: AgentRelease
  log: Logger
}

export const createInstances = ({ clientsOf, agentRelease, log }: InstancesDependencies): Instances => ({
  async list(tags) {
    const { ec2 } = await clientsOf()
    return describeInstances(ec2, tagFilters(tags))
  },

  async launch(request) {
    const { ec2, ssm } = await clientsOf()
    const imageId = await findMachineImage(ssm)
    try {
      const { Instances } = await ec2.send(
        new RunInstancesCommand(toRunInstances(request, imageId, agentRelease)),
      )
      return toInstance(requireAnswer(Instances?.[0], 'which instance it launched'))
    } catch (error) {
      // The token was used before. If only the image is a newer one since, what runs is what we asked for.
      if (!hasCode(error, 'IdempotentParameterMismatch')) throw error
      const [launched] = await describeInstances(ec2, [
        { Name: 'client-token', Values: [request.clientToken] },
      ])
      if (!launched || !isSamePool(launched, request)) throw error
      log.info(
        { clientToken: request.clientToken, instanceId: launched.id },
        'The instance was launched before.',
      )
      return launched
    }
  },

  async currentImage() {
    const { ssm } = await clientsOf()
    return describeMachineImage(ssm)
  },

  async terminate(ids) {
    if (ids.length === 0) return
    const { ec2 } = await clientsOf()
    try {
      await ec2.send(new TerminateInstancesCommand({ InstanceIds: ids }))
    } catch (error) {
      // One that is gone makes AWS refuse all of them.
      if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
      for (const id of ids) await unlessGone(ec2.send(new TerminateInstancesCommand({ InstanceIds: [id] })))
    }
  },
})

async function describeInstances(ec2: EC2Client, filters: Filter[]): Promise<Instance[]> {
  const pages = paginateDescribeInstances({ client: ec2 }, { Filters: filters })
  const reservations = await everyItem(pages, ({ Reservations }) => Reservations)
  return reservations.flatMap(({ Instances = [] }) => Instances).map(toInstance)
}
