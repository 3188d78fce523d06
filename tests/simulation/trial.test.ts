import { region } from '../../core/aws/region'
import { profiles } from '../../simulator/profiles/profiles'
import { profileFigures } from '../../standalone/trial/run/profile-figures'
import { reportJson } from '../../standalone/trial/run/report'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { behaviours } from '../builders/fake-agents'
import { buildSimulatedTrial } from '../builders/simulated-trial'
import { useTestDatabase } from '../postgres/test-database'
import { runTrial, tearDown, type Given } from '../../standalone/trial/run/run-trial'
import type { Step, Trial } from '../../standalone/trial/run/step'
import { steps } from '../../standalone/trial/story/steps'

const database = useTestDatabase()
const silent = { begin: () => undefined, end: () => undefined }
const never = () => new AbortController().signal
const named = (name: string, change: (step: Step) => Partial<Step>) =>
  steps.map((step) => (step.name === name ? { ...step, ...change(step) } : step))

beforeAll(() => {
  behaviours[1] = { startedAfter: 0, healthyAfter: 10, stopsWithin: 10 }
})

async function build() {
  const trial = await buildSimulatedTrial(database)
  const open: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const end of open) await end()
    await trial.close()
    await database.sequelize.query(
      'DELETE FROM resources; DELETE FROM leases; DELETE FROM teams; DELETE FROM submissions; DELETE FROM attempt_limits',
    )
  })
  return {
    ...trial,
    async start(): Promise<Given> {
      const { given, end } = await trial.start()
      open.push(end)
      return given
    },
    async end() {
      await open.pop()?.()
    },
  }
}

/** Has a step fail when all its work is done, which leaves the most to undo. */
const failing = (name: string) =>
  named(name, ({ run }) => ({
    async run(trial) {
      await run(trial)
      throw new Error(`${name} breaks.`)
    },
  }))

const tell = (given: Given, told: readonly Step[], stop = never(), leave = never()) =>
  runTrial(told, given, silent, { stop, leave })

describe('the trial, in a simulated account', () => {
  it('tells the whole story, and leaves nothing', async () => {
    const { start } = await build()
    const outcome = await tell(await start(), steps)
    const { steps: told, undone, left } = outcome
    expect(told.filter(({ outcome }) => outcome !== 'held')).toEqual([])
    expect(told.flatMap(({ held }) => held)).toContain('The environment moved to a network of another range.')
    expect(Object.keys(Object.assign({}, ...told.map(({ measured }) => measured))).sort()).toEqual([
      'answerAfterLive',
      'answerByHttps',
      'boot',
      'checkZone',
      'deploy',
      'examineRoles',
      'installRoles',
      'makeNetwork',
      'move',
      'openHttps',
      'probe',
      'publishAgents',
      'replaceAgent',
      'replaceInterrupted',
    ])
    expect(undone.filter(({ outcome }) => outcome !== 'undone')).toEqual([])
    expect(left).toEqual([])
    const surroundings = { accountNumber: '111122223333', region, startedEpoch: 0, endedEpoch: 1, mostUsd: 1 }
    const report = reportJson({ ...outcome, ...surroundings, isGood: true })
    const lines = profileFigures(report).split('\n')
    expect(lines.filter((line) => line.startsWith('// Measured on 1970-01-01 in us-east-1'))).toHaveLength(4)
    const fields = lines.flatMap((line) => /^(\w+): .*\d/.exec(line)?.[1] ?? [])
    expect(fields).toHaveLength(4)
    expect(Object.keys(profiles.real.timings)).toEqual(expect.arrayContaining(fields))
  })

  it.each(steps.map(({ name }) => name))('leaves nothing when the step %s fails', async (name) => {
    const { start } = await build()
    const { steps: told, undone, left } = await tell(await start(), failing(name))
    const index = told.findIndex((one) => one.name === name)
    expect(told[index]).toMatchObject({ outcome: 'failed', reason: `${name} breaks.` })
    expect(told.slice(index + 1).every(({ outcome }) => outcome === 'not-reached')).toBe(true)
    expect(undone.filter(({ outcome }) => outcome !== 'undone')).toEqual([])
    expect(left).toEqual([])
  })

  it.each(steps.map(({ name }) => name))('leaves nothing when it is stopped in the step %s', async (name) => {
    const { start } = await build()
    const stop = new AbortController()
    const told = named(name, ({ run }) => ({
      run(trial) {
        const running = run(trial)
        stop.abort(new Error('You stopped it.'))
        return running
      },
    }))
    const outcome = await tell(await start(), told, stop.signal)
    const stopped = outcome.steps.find((one) => one.name === name)
    expect(stopped).toMatchObject({ outcome: 'stopped', reason: 'You stopped it.' })
    expect(outcome.undone.filter((one) => one.outcome !== 'undone')).toEqual([])
    expect(outcome.left).toEqual([])
  })

  it('leaves nothing when AWS refuses each removal once', async () => {
    const { start } = await build()
    const refused = new Set<string>()
    const told = steps.map((step) => ({
      ...step,
      ...(step.undo && {
        async undo(trial: Trial) {
          const isFirst = !refused.has(step.name)
          refused.add(step.name)
          if (isFirst) throw new Error('It is in use.')
          await step.undo?.(trial)
        },
      }),
    }))
    const { undone, left } = await tell(await start(), told)
    expect([...refused].sort()).toEqual(undone.map(({ name }) => name).sort())
    expect(undone.filter(({ outcome }) => outcome !== 'undone')).toEqual([])
    expect(left).toEqual([])
  })

  it('says what is left when a removal fails again and again, and keeps the roles that it needs', async () => {
    const { start, aws, account } = await build()
    const broken = named('environment', () => ({ undo: () => Promise.reject(new Error('It is in use.')) }))
    const given = await start()
    const { undone, left } = await tell(given, broken)
    expect(undone.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)).toEqual([
      'environment',
      'roles',
    ])
    expect(left?.some((one) => one.startsWith('vpcs '))).toBe(true)
    expect(aws.getAccount(account.accountNumber)?.roles.length).toBeGreaterThan(0)
    const again = await tearDown(steps, given, silent, never())
    expect(again.left).toEqual([])
  })

  it('is torn down by another process, when the first one could not', async () => {
    const { start, end, account } = await build()
    const killed = AbortSignal.abort(new Error('The process was ended.'))
    const { undone, left } = await tell(await start(), steps, never(), killed)
    expect(undone.every(({ outcome }) => outcome === 'failed')).toBe(true)
    expect(left?.length).toBeGreaterThan(0)
    await end()
    const after = await tearDown(steps, await start(), silent, never())
    expect(after.undone.filter(({ outcome }) => outcome !== 'undone')).toEqual([])
    expect(await account.listLeft()).toEqual([])
  })
})
