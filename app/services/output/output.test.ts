import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { OutputAnswer, OutputQuestion } from '../../../core/output/output-questions'
import { deploymentStates } from '../../../core/resources/wire-states'
import { VariableOverride } from '../../../db/models/application-override'
import {
  answerQuestion,
  askForOutput,
  findOpenQuestion,
  listOpenQuestions,
} from '../../../db/queries/output-questions'
import { buildDeployment, buildReadyAccount, buildTeam } from '../../../tests/builders/deployment-core'
import { buildDependencies } from '../../../tests/builders/dependencies'
import { buildProcess } from '../../../tests/builders/environment-parts'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import type { VirtualClock } from '../../../tests/builders/virtual-clock'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { Changes } from '../changes/changes'
import { createServices } from '../services'

const database = useTestDatabase()

/** A team with an application that has a log group, and a controller that answers so. */
async function setUp(answer?: (question: OutputQuestion) => OutputAnswer) {
  const { sequelize } = database
  const team = await buildTeam()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const application = await buildApplication(team.teamId)
  const logGroups = [{ applicationId: application.id, name: '/sdo/Production-1/Shop-1', isMade: true }]
  await environment.update({ status: buildEnvironmentStatus({ logGroups }) })
  const { dependencies, clock } = buildDependencies(sequelize)
  const changes = new Changes(new AbortController().signal)
  const asked: OutputQuestion[] = []
  const waiting = new Set<string>()
  const subscribe = changes.subscribe.bind(changes)
  // Whoever asks subscribes first: from then on the question may be there.
  changes.subscribe = (id, ring) => {
    waiting.add(id)
    if (answer) void answerAsked(id)
    const unsubscribe = subscribe(id, ring)
    return () => {
      waiting.delete(id)
      unsubscribe()
    }
  }
  const answerAsked = async (id: string) => {
    while (waiting.has(id)) {
      const open = await findOpenQuestion(sequelize, id)
      if (!open) continue
      asked.push(open.question)
      await answerQuestion(sequelize, id, answer?.(open.question) ?? { fault: 'unavailable' })
      return changes.tell(id)
    }
  }
  const services = createServices({ ...dependencies, changes }).output
  const get = (input: Partial<Parameters<typeof services.getOutput>[1]> = {}, actor = team.member) =>
    services.getOutput(actor, { environmentId: environment.id, ...input })
  return { ...team, environment, application, logGroups, services, asked, get, clock }
}

/** Lets time pass until all have ended, whatever their database takes. */
async function untilSettled(clock: VirtualClock, all: Promise<unknown>[]) {
  let isOver = false
  const ended = Promise.allSettled(all).finally(() => (isOver = true))
  while (!isOver) await clock.advance(100)
  return ended
}

const nothing: OutputAnswer = { lines: [], reachedEpoch: 0 }

describe('the output of an environment', () => {
  it('is what the controller found, of an hour, and nothing of the question is left', async () => {
    const { get, asked, application, clock } = await setUp(() => ({
      lines: [
        {
          epoch: 1,
          processId: 'p',
          applicationId: application.id,
          text: '\u001b[31mERROR red\u001b[0m\u0007\n',
        },
        { epoch: 2, processId: 'p', applicationId: application.id, text: 'x'.repeat(20_000) },
      ],
      reachedEpoch: 1,
    }))
    const output = await get({ text: 'red', level: 'info' })
    const line = { processId: 'p', applicationId: application.id, applicationName: 'Shop' }
    expect(output).toEqual({
      lines: [
        {
          epoch: 1,
          ...line,
          level: 'error',
          text: 'ERROR red',
          parts: [{ text: 'ERROR red', color: 'red' }],
        },
        { epoch: 2, ...line, text: `${'x'.repeat(8000)}…` },
      ],
      reachedEpoch: 1,
      fromEpoch: clock.now() - 3_600_000,
      untilEpoch: clock.now(),
    })
    expect(asked).toEqual([
      { text: 'red', level: 'info', fromEpoch: output.fromEpoch, untilEpoch: output.untilEpoch },
    ])
    expect(await listOpenQuestions(database.sequelize)).toEqual([])
  })

  it('hides the values of variables that open something, those that run, those of the environment and those of next', async () => {
    const { get, application, environment } = await setUp(() => ({
      lines: [
        {
          epoch: 1,
          processId: 'p',
          applicationId: application.id,
          text: 'with running-secret, own-\u001b[32msecret and coming-secret at plain-value',
        },
      ],
      reachedEpoch: 0,
    }))
    await application.update({ environmentVariables: { API_TOKEN: 'running-secret', PLACE: 'plain-value' } })
    const deployment = await buildDeployment(environment, [await buildVersion(application)])
    const { logGroups = [] } = environment.status ?? {}
    const processes = [buildProcess('p', { applicationId: application.id, deployment: deployment.id })]
    await environment.update({ status: buildEnvironmentStatus({ logGroups, processes }) })
    await application.update({ environmentVariables: { API_TOKEN: 'coming-secret', PLACE: 'plain-value' } })
    await VariableOverride.create({
      environmentId: environment.id,
      applicationId: application.id,
      environmentVariables: { PASSWORD: 'own-secret' },
      secrets: {},
    })
    const { lines } = await get()
    expect(lines.map(({ text }) => text)).toEqual(['with (hidden), (hidden) and (hidden) at plain-value'])
  })

  it('of a deployment is of its time, without the processes of others', async () => {
    const { get, asked, environment, application, logGroups, clock } = await setUp(() => nothing)
    const version = await buildVersion(application)
    const first = await buildDeployment(environment, [version], deploymentStates.RETIRED)
    await first.update({ startedAt: new Date(1000), finishedAt: new Date(2000) })
    const second = await buildDeployment(environment, [version])
    await second.update({ startedAt: new Date(5000), finishedAt: new Date(6000) })
    const processes = [first, second].map(({ id }, index) =>
      buildProcess(`process-${index}`, { applicationId: application.id, deployment: id }),
    )
    await environment.update({ status: buildEnvironmentStatus({ logGroups, processes }) })
    await get({ deploymentId: first.id })
    await get({ deploymentId: second.id })
    expect(asked).toEqual([
      { exceptProcessIds: ['process-1'], fromEpoch: 1000, untilEpoch: 6000 + 15 * 60_000 },
      { exceptProcessIds: ['process-0'], fromEpoch: 5000, untilEpoch: clock.now() },
    ])
  })

  it('is of the own team alone, and nobody else is asked', async () => {
    const { get, asked, services, environment } = await setUp(() => nothing)
    const stranger = (await buildTeam()).member
    await expect(get({}, stranger)).rejects.toMatchObject({ code: 'not-found' })
    const choices = services.getOutputChoices(stranger, environment.id)
    await expect(choices).rejects.toMatchObject({ code: 'not-found' })
    const others = await setUp()
    const theirs = await buildDeployment(others.environment, [await buildVersion(others.application)])
    await expect(get({ deploymentId: theirs.id })).rejects.toMatchObject({ code: 'not-found' })
    expect(asked).toEqual([])
  })

  it.each([
    ['refused', 'conflict', /role template/],
    ['unavailable', 'unavailable', /did not answer/],
  ] as const)('is refused with what to do where AWS says %s', async (fault, code, message) => {
    const { get } = await setUp(() => ({ fault }))
    await expect(get()).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string })
  })

  it('is waited for so long and no longer, and the question is gone', async () => {
    const { get, clock } = await setUp()
    const began = clock.monotonic()
    const [ended] = await untilSettled(clock, [get()])
    expect(ended).toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('took too long') as string },
    })
    expect(clock.monotonic() - began).toBeGreaterThanOrEqual(8_000)
    expect(await listOpenQuestions(database.sequelize)).toEqual([])
  })

  it('is asked for ten times at once by a team', async () => {
    const { get, environment, teamId, clock } = await setUp(() => nothing)
    const ask = () =>
      askForOutput(database.sequelize, {
        id: randomUUID(),
        teamId,
        environmentId: environment.id,
        question: { fromEpoch: 0, untilEpoch: 1 },
        now: new Date(clock.now()),
      })
    for (let times = 0; times < 9; times++) await ask()
    await get()
    await ask()
    await expect(get()).rejects.toMatchObject({ code: 'throttled' })
  })

  it('is nothing, without a question, where nothing ran', async () => {
    const { get, asked } = await setUp(() => nothing)
    expect((await get({ applicationId: randomUUID() })).lines).toEqual([])
    expect(asked).toEqual([])
  })

  it('names the applications that one search could not cover, also in the file', async () => {
    const gone = randomUUID()
    const left: string[] = []
    const { get, services, member, application, environment } = await setUp(() => ({
      ...nothing,
      unsearchedApplicationIds: left,
    }))
    expect(await get()).not.toHaveProperty('unsearched')
    left.push(gone, application.id)
    const names = (await get()).unsearched
    expect(names).toHaveLength(2)
    expect(names).toEqual(
      expect.arrayContaining([
        { applicationId: application.id, name: 'Shop' },
        { applicationId: gone, name: gone },
      ]),
    )
    const file = await services.exportOutput(member, { environmentId: environment.id })
    expect(file).toMatch(
      /^Not searched: .*Shop.*\. One search covers 10 applications, so choose one of them\.\n$/,
    )
  })
})
