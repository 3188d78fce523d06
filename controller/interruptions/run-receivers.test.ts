import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import type { AwsAccount } from '../../core/resources/aws-account'
import type { Environment } from '../../core/resources/environment'
import { createMemoryStore } from '../../tests/builders/memory-store'
import { buildSimulatedAws, buildTemplate } from '../../tests/builders/simulated-aws'
import { accountNumberOf, buildSpotEnvironments } from '../../tests/builders/spot-environments'
import { defaultLimits } from '../environment/policy'
import { fence } from '../runtime/fence'
import { Informer } from '../runtime/informer'
import type { ResourceStore } from '../store/store'
import { runReceivers } from './run-receivers'
import { ReceiverOutcomes } from './receiver-outcomes'

interface Size {
  accounts: number
  environments: number
  instances: number
}

/** Accounts with Spot instances, and receivers that come and go. How often each instance was written down is counted. */
async function setUp(size: Size) {
  const { aws, clock } = await buildSimulatedAws()
  const resources = createMemoryStore(clock)
  const made = await buildSpotEnvironments({ aws, store: resources }, size)
  const written: string[] = []
  const woken: string[] = []
  const receiverOutcomes = new ReceiverOutcomes()
  const store: ResourceStore = {
    ...resources,
    async replaceStatus(kind, resource, status) {
      const result = await resources.replaceStatus(kind, resource, status)
      const before = (resource as unknown as Environment).status?.instances ?? []
      for (const { instanceId = '', interruptedEpoch } of (status as Environment['status'])?.instances ?? [])
        if (interruptedEpoch !== undefined)
          if (before.find((one) => one.instanceId === instanceId)?.interruptedEpoch === undefined)
            written.push(instanceId)
      return result
    },
  }

  const start = (isLeader = () => true) => {
    const stopping = new AbortController()
    const awsAccounts = new Informer<AwsAccount>()
    const environments = new Informer<Environment>()
    resources.watch('AwsAccount', awsAccounts, stopping.signal)
    resources.watch('Environment', environments, stopping.signal)
    const ended = runReceivers(
      {
        store: fence(store, isLeader),
        cloud: fence(aws, isLeader),
        clock,
        log: silentLogger,
        awsAccounts,
        environments,
        environmentsIn: environments.index(({ spec }) => [spec.awsAccount]),
        receiverOutcomes,
        limits: defaultLimits,
        subscriptionSeconds: defaultLimits.subscriptionSeconds,
        wake: (environment) => woken.push(environment),
      },
      stopping.signal,
    )
    return async () => {
      stopping.abort()
      await clock.finish(ended)
    }
  }
  const waiting = () =>
    aws.listAccounts().reduce((sum, { waitingWarnings = 0 }) => sum + (waitingWarnings ?? 0), 0)
  return { aws, clock, resources, made, written, woken, receiverOutcomes, start, waiting }
}

describe('receivers of Spot warnings', () => {
  it('write a warning down before it leaves the queue, then wake its environment', async () => {
    const { aws, clock, resources, made, woken, start, waiting } = await setUp({
      accounts: 1,
      environments: 2,
      instances: 2,
    })
    const stop = start()
    await clock.advance(0)
    const [first] = made
    if (!first) throw new Error('There is no instance.')
    const seen: (number | undefined)[] = []
    aws.faults.onCall('sqs:DeleteMessage', async () => {
      const status = (await resources.get('Environment', first.environment))?.status
      seen.push(status?.instances.find(({ instanceId }) => instanceId === first.instanceId)?.interruptedEpoch)
      expect(woken).toEqual([])
    })
    const warnedEpoch = clock.now()
    await aws.interrupt(first.accountNumber, first.instanceId)
    await clock.advanceUntil(() => waiting() === 0, { withinMs: 1000, stepMs: 1 })
    expect(seen).toEqual([warnedEpoch])
    expect(woken).toEqual([first.environment])
    const status = (await resources.get('Environment', first.environment))?.status
    expect(status?.instances[0]).toMatchObject({ takenBackEpoch: warnedEpoch + 120_000 })
    await stop()
  })

  it('of one account that is refused stop no other, and say it to its environments until it is over', async () => {
    const { aws, clock, made, written, woken, receiverOutcomes, start } = await setUp({
      accounts: 2,
      environments: 1,
      instances: 1,
    })
    await aws.customer.deleteStack(accountNumberOf(0))
    const stop = start()
    await clock.advance(0)
    expect(receiverOutcomes.of('account-0')).toMatchObject({ kind: 'stalled', reason: 'AccessDenied' })
    expect(receiverOutcomes.of('account-1')).toEqual({ kind: 'ready' })
    expect(woken).toContain('account-0-env-0')
    for (const { accountNumber, instanceId } of made) await aws.interrupt(accountNumber, instanceId)
    await clock.advance(1)
    expect(written).toEqual([made[1]?.instanceId])
    await aws.customer.installStack(accountNumberOf(0), buildTemplate(accountNumberOf(0), 'external-id'))
    await clock.advanceUntil(() => written.length === 2, { withinMs: 30_000 })
    expect(receiverOutcomes.of('account-0')).toEqual({ kind: 'ready' })
    await stop()
  })

  it('make the queue anew when somebody deleted it', async () => {
    const { aws, clock, made, written, start } = await setUp({ accounts: 1, environments: 1, instances: 1 })
    const stop = start()
    await clock.advance(0)
    await aws
      .account({ accountNumber: accountNumberOf(0), externalId: 'external-id' })
      .interruptions.removeSubscription()
    await clock.advance(30_000)
    for (const { accountNumber, instanceId } of made) await aws.interrupt(accountNumber, instanceId)
    await clock.advance(1000)
    expect(written).toHaveLength(1)
    await stop()
  })

  it('lose none and write none down twice, whatever is refused or lost, and however often another controller takes over', async () => {
    const fault = fc.constantFrom('lose', 'fail', 'restart', 'usurp', 'interrupt')
    const action = fc.constantFrom('sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:CreateQueue')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ fault, action, pauseMs: fc.integer({ min: 0, max: 15_000 }) }), {
          maxLength: 12,
        }),
        async (script) => {
          const { aws, clock, made, written, start, waiting } = await setUp({
            accounts: 2,
            environments: 3,
            instances: 4,
          })
          let leader = 1
          const startAs = (number: number) => start(() => leader === number)
          const stops = [startAs(leader)]
          const left = [...made]
          const interruptSome = async (count: number) => {
            for (const { accountNumber, instanceId } of left.splice(0, count))
              await aws.interrupt(accountNumber, instanceId)
          }
          for (const { fault, action, pauseMs } of script) {
            if (fault === 'lose') aws.faults.loseResponse(action)
            if (fault === 'fail') aws.faults.fail(action, 'unavailable', 2)
            if (fault === 'interrupt') await interruptSome(5)
            if (fault === 'restart')
              await stops
                .pop()?.()
                .then(() => stops.push(startAs(leader)))
            // The old one goes on and does not know yet.
            if (fault === 'usurp') stops.push(startAs(++leader))
            await clock.advance(Math.min(pauseMs, 5000))
          }
          await interruptSome(left.length)
          await clock.advanceUntil(() => waiting() === 0, { withinMs: 115_000, stepMs: 500 })
          expect([...written].sort()).toEqual(made.map(({ instanceId }) => instanceId).sort())
          for (const stop of stops) await stop()
        },
      ),
      { numRuns: 12 },
    )
  })
})
