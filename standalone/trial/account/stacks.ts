import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  UpdateStackCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation'
import type { Clock } from '../../../core/time/clock'
import type { AwsConnection } from './aws-connection'

const pauseMs = 3000
/** Roles take AWS a minute, what it deletes a few. */
const patienceMs = 15 * 60_000
const capabilities = ['CAPABILITY_NAMED_IAM' as const]

/** Stacks of CloudFormation by their name. Each call waits until CloudFormation is through. */
export interface Stacks {
  /** Makes or updates it. @returns its outputs @throws Error with the first reason that CloudFormation gives */
  ensure(name: string, template: object, signal: AbortSignal): Promise<Record<string, string>>
  /** Nothing there is fine. @throws Error with the first reason that CloudFormation gives */
  remove(name: string): Promise<void>
  isThere(name: string): Promise<boolean>
}

export function createStacks(connection: AwsConnection, clock: Clock): Stacks {
  const client = new CloudFormationClient(connection)

  async function find(name: string): Promise<Stack | undefined> {
    try {
      const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }))
      return Stacks.find(({ StackStatus }) => StackStatus !== 'DELETE_COMPLETE')
    } catch (error) {
      // CloudFormation has no code of its own for that.
      if (error instanceof Error && error.message.includes('does not exist')) return undefined
      throw error
    }
  }

  /** Waits until nothing of it is under way. @returns undefined once it is gone */
  async function settle(name: string, signal?: AbortSignal): Promise<Stack | undefined> {
    const deadline = clock.monotonic() + patienceMs
    for (;;) {
      signal?.throwIfAborted()
      const stack = await find(name)
      if (!stack?.StackStatus?.endsWith('_IN_PROGRESS')) return stack
      if (clock.monotonic() > deadline)
        throw new Error(`CloudFormation is not through with ${name}: ${stack.StackStatus}.`)
      await clock.sleep(pauseMs, signal)
    }
  }

  async function firstReason(name: string): Promise<string> {
    const { StackEvents = [] } = await client.send(new DescribeStackEventsCommand({ StackName: name }))
    const failed = StackEvents.filter(({ ResourceStatus }) => ResourceStatus?.endsWith('_FAILED'))
    return failed.at(-1)?.ResourceStatusReason ?? 'It gives no reason.'
  }

  async function change(name: string, template: object, isThere: boolean): Promise<void> {
    const input = { StackName: name, TemplateBody: JSON.stringify(template), Capabilities: capabilities }
    try {
      await client.send(isThere ? new UpdateStackCommand(input) : new CreateStackCommand(input))
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('No updates are to be performed'))) throw error
    }
  }

  async function remove(name: string): Promise<void> {
    if (!(await settle(name))) return
    await client.send(new DeleteStackCommand({ StackName: name }))
    const left = await settle(name)
    if (left) throw new Error(`CloudFormation could not delete ${name}: ${await firstReason(name)}`)
  }

  return {
    remove,
    isThere: async (name) => (await find(name)) !== undefined,
    async ensure(name, template, signal) {
      const before = await settle(name, signal)
      // One that could never be made takes no update.
      const isBroken = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED|DELETE_FAILED)$/.test(
        before?.StackStatus ?? '',
      )
      if (isBroken) await remove(name)
      await change(name, template, before !== undefined && !isBroken)
      const after = await settle(name, signal)
      if (!/^(CREATE|UPDATE)_COMPLETE$/.test(after?.StackStatus ?? ''))
        throw new Error(`CloudFormation could not make ${name}: ${await firstReason(name)}`)
      return Object.fromEntries(
        (after?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
      )
    },
  }
}
