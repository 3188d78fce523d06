import {
  DescribeInstanceAttributeCommand,
  EC2Client,
  paginateDescribeInstances,
  type Instance,
} from '@aws-sdk/client-ec2'
import { region } from '../../core/aws/region'
import { enterAccount } from '../moto/install-stack'
import { startNamespacedInstance, type NamespacedInstance } from './namespaces/namespaced-instance'
import type { Supplier } from './supplier'

const lookMilliseconds = 200

export interface MotoInstances {
  /** Ids of those that are up. */
  running(): string[]
  /** The public address that moto gave to an instance, or undefined for one that it never listed. */
  addressOf(instanceId: string): string | undefined
  stop(): Promise<void>
}

/** Makes real what moto only lists: each running instance of an account, from the user data it was given. Ends those that moto ended. */
export async function followMotoInstances(
  endpoint: string,
  accountNumber: string,
  supplier: Supplier,
): Promise<MotoInstances> {
  const ec2 = new EC2Client({ region, endpoint, credentials: await enterAccount(endpoint, accountNumber) })
  const instances = new Map<string, NamespacedInstance>()
  const addresses = new Map<string, string>()
  const stopping = new AbortController()

  async function look(): Promise<void> {
    for await (const { Reservations = [] } of paginateDescribeInstances({ client: ec2 }, {}))
      for (const instance of Reservations.flatMap(({ Instances = [] }) => Instances)) await follow(instance)
  }

  async function follow({ InstanceId: id = '', PublicIpAddress: address, State }: Instance): Promise<void> {
    const isRunning = State?.Name === 'running'
    if (isRunning && address && !addresses.has(id)) {
      addresses.set(id, address)
      instances.set(id, await startNamespacedInstance(address, await userDataOf(id), supplier))
    }
    if (!isRunning && instances.has(id)) await end(id)
  }

  async function userDataOf(InstanceId: string): Promise<string> {
    const { UserData } = await ec2.send(
      new DescribeInstanceAttributeCommand({ InstanceId, Attribute: 'userData' }),
    )
    return Buffer.from(UserData?.Value ?? '', 'base64').toString()
  }

  async function end(id: string): Promise<void> {
    const instance = instances.get(id)
    instances.delete(id)
    await instance?.stop()
  }

  const following = (async () => {
    while (!stopping.signal.aborted) {
      await look()
      await new Promise((resolve) => setTimeout(resolve, lookMilliseconds))
    }
  })()
  following.catch(() => undefined)
  return {
    running: () => [...instances.keys()],
    addressOf: (id) => addresses.get(id),
    async stop() {
      stopping.abort()
      const outcome = await Promise.allSettled([following])
      await Promise.all([...instances.keys()].map(end))
      ec2.destroy()
      // What it could not do is the fault of the test's surroundings, and nobody else tells.
      for (const one of outcome) if (one.status === 'rejected') throw one.reason
    },
  }
}
