import { outputLines } from '../../core/environment-log/process-lines'
import { describe, expect, it } from 'vitest'
import type { CloudErrorKind } from '../../controller/cloud/cloud'
import { findCondition } from '../../core/resources/find-condition'
import type { ConditionReason } from '../../core/resources/metadata'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { failureOf } from '../../simulator/fault-answers'
import { nothing } from './story'

const group = '/sdo/Test_environment-env-1/web-web'
const web = (tag = '1') => buildApplicationSpec('web', { tag })

async function buildLive(): Promise<EnvironmentBench> {
  const bench = await buildEnvironmentBench()
  await bench.runUntilPhase(await bench.deploy(web()), 'Live', 60)
  await bench.runUntilReady(60)
  return bench
}

const groupsOf = (bench: EnvironmentBench) =>
  bench.snapshot().logGroups.map(({ name, retentionDays }) => ({ name, retentionDays }))

const weekly = { name: group, retentionDays: 7 }

const linesWith = async (bench: EnvironmentBench, words: string) =>
  (await bench.messages()).filter((message) => message.includes(words))

describe('the log group of an application', () => {
  it('is there, kept for a week, before an agent is told to write to it', async () => {
    const bench = await buildEnvironmentBench()
    bench.watch(() => {
      const told = bench.agents.applied.flatMap(({ processes }) => processes.map(({ logGroup }) => logGroup))
      if (told.length > 0)
        expect({ told: new Set(told), groups: groupsOf(bench) }).toEqual({
          told: new Set([group]),
          groups: [weekly],
        })
    })
    await bench.runUntilPhase(await bench.deploy(web()), 'Live', 60)
    expect(bench.agents.applied.length).toBeGreaterThan(0)
  })

  it('gets its retention without a word to anybody where AWS does not find it for a while', async () => {
    const bench = await buildEnvironmentBench({ timings: { logLagMs: 30_000 } })
    const said = new Set<string>()
    const isKept = async () => {
      said.add(`${findCondition((await bench.status()).conditions, 'OutputReady')?.status}`)
      return groupsOf(bench)[0]?.retentionDays === 7
    }
    await bench.runUntilReady(60)
    const deployment = await bench.deploy(web())
    await bench.runUntil('it is kept for a week', isKept, 60)
    await bench.runUntilPhase(deployment, 'Live', 60)
    await bench.runFor(400)
    expect([...said]).not.toContain('False')
    expect(await linesWith(bench, 'log group')).toEqual([expect.stringContaining('was created')])
  })

  it('keeps the retention that somebody set, whatever happens to the application and the controller', async () => {
    const bench = await buildLive()
    await bench.aws.customer.setLogRetention(bench.accountNumber, group, 365)
    await bench.runFor(400)
    bench.replaceController()
    await bench.runUntilPhase(await bench.deploy(web('2')), 'Live', 60)
    await bench.runUntilPhase(await bench.deploy(), 'Live', 60)
    await bench.runUntil('it is forgotten', async () => (await bench.status()).logGroups?.length === 0, 60)
    await bench.runUntilPhase(await bench.deploy(web('3')), 'Live', 60)
    expect(groupsOf(bench)).toEqual([{ name: group, retentionDays: 365 }])
    await bench.aws.customer.setLogRetention(bench.accountNumber, group)
    await bench.runFor(400)
    expect(groupsOf(bench)).toEqual([{ name: group, retentionDays: undefined }])
  })

  it('gets its retention although the controller died after making it', async () => {
    const bench = await buildEnvironmentBench()
    let isDead = false
    bench.aws.faults.onCall('logs:PutRetentionPolicy', () => {
      if (isDead) return
      isDead = true
      throw new Error('killed')
    })
    await bench.deploy(web())
    for (let pass = 0; pass < 200 && !isDead; pass++) await bench.step().catch(() => undefined)
    expect(groupsOf(bench)).toEqual([{ name: group, retentionDays: undefined }])
    bench.replaceController()
    await bench.runUntil('it has one', () => groupsOf(bench)[0]?.retentionDays === 7, 60)
  })

  it('is made again when somebody deleted it', async () => {
    const bench = await buildLive()
    await bench.aws.customer.deleteThing(
      bench.accountNumber,
      `arn:aws:logs:us-east-1:${bench.accountNumber}:log-group:${group}`,
    )
    expect(groupsOf(bench)).toEqual([])
    await bench.runUntil('it is there again', () => groupsOf(bench)[0]?.retentionDays === 7, 330)
    expect(groupsOf(bench)).toEqual([weekly])
    expect(await bench.messagesOf(outputLines.groupGone)).toHaveLength(1)
  })

  it('stays when the environment goes', async () => {
    const bench = await buildLive()
    await bench.delete(200)
    expect(await bench.leftovers()).toEqual(nothing)
    expect(groupsOf(bench)).toEqual([weekly])
  })

  it.each<[string, CloudErrorKind, ConditionReason]>([
    ['logs:DescribeLogStreams', 'access-denied', 'AccessDenied'],
    ['logs:CreateLogGroup', 'access-denied', 'AccessDenied'],
    ['logs:CreateLogGroup', 'quota-exceeded', 'QuotaExceeded'],
    ['logs:PutRetentionPolicy', 'invalid', 'CloudError'],
    ['logs:CreateLogGroup', 'unavailable', 'CloudError'],
  ])('holds up nothing while it is refused: %s (%s)', async (action, kind, reason) => {
    const words = failureOf(kind, action).message
    const bench = await buildEnvironmentBench()
    bench.aws.faults.refuse(action, kind)
    await bench.runUntilPhase(await bench.deploy(web()), 'Live', 60)
    await bench.runUntilReady(60)
    await bench.runFor(900)
    const { phase, conditions } = await bench.status()
    expect(phase).toBe('Ready')
    expect(findCondition(conditions, 'OutputReady')).toMatchObject({
      status: 'False',
      reason,
      message: expect.stringContaining(words) as string,
    })
    expect(findCondition(conditions, 'CloudAccess')).toMatchObject({ status: 'True' })
    expect(await linesWith(bench, words)).toHaveLength(kind === 'unavailable' ? 0 : 1)

    bench.aws.faults.refuse(action, kind, 0)
    await bench.runUntil('it is made', () => groupsOf(bench)[0]?.retentionDays === 7, 60)
    await bench.runFor(10)
    expect(findCondition((await bench.status()).conditions, 'OutputReady')).toMatchObject({ status: 'True' })
  })
})

describe('an application that is not heard', () => {
  it('is named once in the log, with the reason, and served all the same', async () => {
    const bench = await buildEnvironmentBench()
    bench.agents.outputFault = 'There is no log group.'
    const deployment = await bench.deploy({ ...web(), count: 3 })
    await bench.runUntilPhase(deployment, 'Live', 60)
    await bench.runFor(60)
    expect(await linesWith(bench, 'There is no log group.')).toEqual([
      'What web (version 1) prints does not reach CloudWatch Logs. It stays on the instance: There is no log group.',
    ])
    const faults = async () => (await bench.status()).processes.map(({ outputFault }) => outputFault)
    expect(await faults()).toEqual(Array(3).fill('There is no log group.'))
    bench.agents.outputFault = undefined
    await bench.runUntil('nothing is wrong', async () => (await faults()).every((fault) => !fault), 60)
  })
})
