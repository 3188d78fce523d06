import { isSamePool } from '../../../core/catalogue/pool'
import {
  RunInstancesCommand,
  TerminateInstancesCommand,
  paginateDescribeInstances,
  type DescribeInstancesRequest,
  type EC2Client,
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
    return describeInstances(ec2, { Filters: tagFilters(tags) })
  },

  async describe(ids) {
    const { ec2 } = await clientsOf()
    const describe = async (some: string[]): Promise<Instance[]> => {
      if (some.length === 0) return []
      try {
        return await describeInstances(ec2, { InstanceIds: some })
      } catch (error) {
        if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
        // One that is not known makes AWS refuse all of them.
        if (some.length === 1) return []
        return (await Promise.all(some.map((id) => describe([id])))).flat()
      }
    }
    return describe(ids)
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
      const [launched] = await describeInstances(ec2, {
        Filters: [{ Name: 'client-token', Values: [request.clientToken] }],
      })
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

async function describeInstances(ec2: EC2Client, which: DescribeInstancesRequest): Promise<Instance[]> {
  const pages = paginateDescribeInstances({ client: ec2 }, which)
  const reservations = await everyItem(pages, ({ Reservations }) => Reservations)
  return reservations.flatMap(({ Instances = [] }) => Instances).map(toInstance)
}
