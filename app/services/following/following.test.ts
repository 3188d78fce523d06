import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { Deployment } from '../../../db/models/deployment'
import { Environment } from '../../../db/models/environment'
import { LogMessage } from '../../../db/models/log-message'
import { Session } from '../../../db/models/session'
import { buildReadyAccount, buildTeam } from '../../../tests/builders/deployment-core'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { recordAudit } from '../audit/record-audit'
import { startChanges } from '../background/start-changes'
import { mostStreams, Changes } from '../changes/changes'
import type { Stream, StreamEvent } from './follow'
import { buildDependencies } from '../../../tests/builders/dependencies'
import { createServices } from '../services'

const database = useTestDatabase()
const { LIVE } = deploymentStates
const never = new AbortController().signal

async function setUp(changes?: Changes) {
  const { dependencies, clock } = buildDependencies(database.sequelize)
  const team = await buildTeam()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const application = await buildApplication(team.teamId)
  const deployment = await buildQueuedDeployment(environment, [addVersion(await buildVersion(application))])
  const following = createServices({ ...dependencies, changes }).following
  return { following, clock, team, environment, deployment, id: environment.id }
}

/** Changes of the test's database as in the portal, once they are listened for. */
async function listenForChanges() {
  const stop = new AbortController()
  const { changes, ended } = startChanges({
    databaseUrl: database.url,
    clock: systemClock,
    log: silentLogger,
    signal: stop.signal,
  })
  const isListening = new Promise<void>((resolve) => {
    const tellAll = changes.tellAll.bind(changes)
    changes.tellAll = () => {
      tellAll()
      resolve()
    }
  })
  await isListening
  onTestFinished(async () => {
    stop.abort()
    await ended
  })
  return { changes, stop }
}

/** The next thing a stream says, while virtual time passes. */
async function next(stream: Stream, clock?: { advance(milliseconds: number): Promise<void> }) {
  const coming = stream.next()
  let isThere = false
  void coming.finally(() => (isThere = true)).catch(() => undefined)
  while (!isThere) {
    await pause(1)
    await clock?.advance(200)
  }
  return (await coming).value as StreamEvent | undefined
}

async function readAll(stream: Stream) {
  const events: (StreamEvent | undefined)[] = []
  for await (const event of stream) events.push(event)
  return events
}

const input = (id: string, lastEventId?: string) => ({ id, lastEventId, signal: never })

describe('a stream of a deployment', () => {
  it('tells each change by a notification of the database, and ends with the deployment', async () => {
    const { changes } = await listenForChanges()
    const { following, clock, team, deployment } = await setUp(changes)
    const stream = await following.followDeployment(team.member, input(deployment.id))
    expect(await next(stream)).toMatchObject({ name: 'deployment', data: { state: 0 } })
    const later = next(stream, clock)
    await Deployment.update({ state: LIVE, message: 'It serves.' }, { where: { id: deployment.id } })
    expect(await later).toMatchObject({ name: 'deployment', data: { state: LIVE, message: 'It serves.' } })
    expect(await next(stream, clock)).toEqual({ name: 'end', data: {} })
    expect((await stream.next()).done).toBe(true)
  })

  it('goes on after the last event that the reader has, without telling it again', async () => {
    const { following, team, deployment } = await setUp()
    const [first] = await readAll(await following.followDeployment(team.member, input(deployment.id)))
    const again = await following.followDeployment(team.member, input(deployment.id, first?.id))
    expect(await readAll(again)).toEqual([])
    await Deployment.update({ state: LIVE }, { where: { id: deployment.id } })
    const later = await following.followDeployment(team.member, input(deployment.id, first?.id))
    expect(await readAll(later)).toMatchObject([{ name: 'deployment' }, { name: 'end' }])
  })

  it('is none for another team, and for an integration user none of what somebody else asked for', async () => {
    const { following, team, deployment } = await setUp()
    const stranger = await buildTeam()
    const refused = { code: 'not-found' }
    await expect(following.followDeployment(stranger.member, input(deployment.id))).rejects.toMatchObject(
      refused,
    )
    await expect(following.followDeployment(team.integration, input(deployment.id))).rejects.toMatchObject(
      refused,
    )
    await expect(following.followDeployment(team.member, input('no-id'))).rejects.toMatchObject(refused)
    const own = { requestedBy: team.integration.integrationUserId }
    await Deployment.update(own, { where: { id: deployment.id } })
    const stream = await following.followDeployment(team.integration, input(deployment.id))
    expect(await readAll(stream)).toMatchObject([{ name: 'deployment' }])
  })

  it('says that it is there while nothing happens, and ends after some minutes to be asked for again', async () => {
    const { following, clock, team, deployment } = await setUp(new Changes(never))
    const stream = await following.followDeployment(team.member, input(deployment.id))
    expect(await next(stream, clock)).toMatchObject({ name: 'deployment' })
    expect(await next(stream, clock)).toBeUndefined()
    expect(await next(stream, clock)).toBeUndefined()
    const rest = readAll(stream)
    await clock.advance(5 * 60_000)
    expect((await rest).every((event) => event === undefined)).toBe(true)
  })

  it('tells nothing more to somebody who was logged out', async () => {
    const changes = new Changes(never)
    const { following, clock, team, deployment, id } = await setUp(changes)
    const stream = await following.followDeployment(team.member, input(deployment.id))
    await next(stream, clock)
    await Session.destroy({ where: { id: team.member.sessionId } })
    await Deployment.update({ state: LIVE }, { where: { id: deployment.id } })
    changes.tell(id)
    expect(await next(stream, clock)).toBeUndefined()
    expect((await stream.next()).done).toBe(true)
  })

  it('ends when its reader goes, and when the process is to end', async () => {
    const stop = new AbortController()
    const { following, clock, team, deployment } = await setUp(new Changes(stop.signal))
    const reader = new AbortController()
    const read = { id: deployment.id, lastEventId: undefined, signal: reader.signal }
    for (const end of [reader, stop]) {
      const stream = await following.followDeployment(team.member, {
        ...read,
        signal: end === stop ? never : read.signal,
      })
      await next(stream, clock)
      const rest = readAll(stream)
      end.abort()
      expect(await rest).toEqual([])
    }
  })
})

describe('streams of a team', () => {
  it('are so many at once, of which each that ends makes room for another', async () => {
    const { following, clock, team, deployment } = await setUp(new Changes(never))
    const streams = []
    for (let opened = 0; opened < mostStreams.ofTeam; opened++) {
      const stream = await following.followDeployment(team.member, input(deployment.id))
      await next(stream, clock)
      streams.push(stream)
    }
    const refusal = { code: 'throttled' }
    await expect(following.followDeployment(team.member, input(deployment.id))).rejects.toMatchObject(refusal)
    const stranger = await setUp(new Changes(never))
    await stranger.following.followDeployment(stranger.team.member, input(stranger.deployment.id))
    const ended = streams.pop()?.return(undefined)
    await clock.advance(15_000)
    await ended
    await following.followDeployment(team.member, input(deployment.id))
  })
})

describe('a stream of an environment', () => {
  const log = (environmentId: string, sequence: number, type: 'network' | 'deployment' = 'deployment') =>
    LogMessage.create({
      environmentId,
      sequence,
      type,
      severity: 'INFO',
      message: `Line ${sequence}`,
      createdAt: new Date(sequence),
    })
  const linesOf = (events: (StreamEvent | undefined)[]) =>
    events.flatMap((event) => (event?.name === 'log' ? event.id : []))

  it('begins with the lines that were asked for, and goes on after the last one', async () => {
    const { following, team, id, deployment } = await setUp()
    for (const sequence of [1, 2, 3]) await log(id, sequence)
    await log(id, 4, 'network')
    const all = await readAll(await following.followEnvironment(team.member, { ...input(id), lines: 2 }))
    expect(linesOf(all)).toEqual(['3', '4'])
    expect(all.at(-1)).toMatchObject({ name: 'status', id: '4', data: { deployment: { id: deployment.id } } })
    const one = { ...input(id), log: 'deployment', lines: 2 } as const
    expect(linesOf(await readAll(await following.followEnvironment(team.member, one)))).toEqual(['2', '3'])
    expect(linesOf(await readAll(await following.followEnvironment(team.member, input(id))))).toEqual([])
    await log(id, 5)
    expect(linesOf(await readAll(await following.followEnvironment(team.member, input(id, '3'))))).toEqual([
      '4',
      '5',
    ])
  })

  it('says for which deployment a line was logged, and who had asked for it', async () => {
    const { following, team, id, deployment } = await setUp()
    await deployment.update({ requestedBy: team.member.userId, startedAt: new Date(0) })
    await log(id, 1)
    await log(id, 2, 'network')
    const events = await readAll(await following.followEnvironment(team.member, { ...input(id), lines: 2 }))
    const told = events.flatMap((event) => (event?.name === 'log' ? event.data : []))
    const { sequence } = deployment
    expect(told).toMatchObject([
      { deployment: { id: deployment.id, sequence, requestedBy: team.member.name, requesterKind: 'human' } },
      {},
    ])
    expect(told[1]).not.toHaveProperty('deployment')
  })

  it('says which line each is, where that is known', async () => {
    const { following, team, id } = await setUp()
    await (await log(id, 1)).update({ code: 'deployments.live' })
    await log(id, 2)
    const events = await readAll(await following.followEnvironment(team.member, { ...input(id), lines: 2 }))
    const told = events.flatMap((event) => (event?.name === 'log' ? event.data : []))
    expect(told[0]).toMatchObject({ code: 'deployments.live' })
    expect(told[1]).not.toHaveProperty('code')
  })

  it('tells only what went wrong where that is asked for', async () => {
    const { following, team, id } = await setUp()
    for (const sequence of [1, 2, 3]) await log(id, sequence)
    await LogMessage.update({ severity: 'ERROR' }, { where: { environmentId: id, sequence: 2 } })
    const errors = { ...input(id, '0'), onlyErrors: true }
    expect(linesOf(await readAll(await following.followEnvironment(team.member, errors)))).toEqual(['2'])
  })

  it('tells what somebody does to it meanwhile, also where nothing else changes by that', async () => {
    const { changes } = await listenForChanges()
    const { following, clock, team, id } = await setUp(changes)
    const stream = await following.followEnvironment(team.member, input(id))
    expect(await next(stream)).toMatchObject({ name: 'status', data: { act: undefined } })
    const coming = next(stream, clock)
    const { name, email } = team.member
    await recordAudit({ clock }, team.member, {
      action: 'environment.set-notifications',
      target: { id, name: 'Production' },
    })
    expect(await coming).toMatchObject({
      name: 'status',
      data: { act: { message: `${name} (${email}) set the notifications.` } },
    })
    await stream.return(undefined)
  })

  it('is open on so many pages of a person at once, which leaves programs and other people room', async () => {
    const { following, clock, team, id } = await setUp(new Changes(never))
    const onPage = { ...input(id), isForPage: true }
    for (let opened = 0; opened < mostStreams.ofPages; opened++)
      await next(await following.followEnvironment(team.member, onPage), clock)
    const refusal = { code: 'throttled' }
    await expect(following.followEnvironment(team.member, onPage)).rejects.toMatchObject(refusal)
    await following.followEnvironment(team.admin, onPage)
    await following.followEnvironment(team.member, input(id))
  })

  it('tells new lines once, and ends when the environment is gone', async () => {
    const { changes } = await listenForChanges()
    const { following, clock, team, id } = await setUp(changes)
    const stream = await following.followEnvironment(team.member, input(id))
    expect(await next(stream)).toMatchObject({ name: 'status' })
    await log(id, 1)
    const coming = next(stream, clock)
    await Environment.update({ statusMessage: 'Something new.' }, { where: { id } })
    expect(await coming).toMatchObject({ name: 'log', id: '1', data: { message: 'Line 1' } })
    expect(await next(stream, clock)).toMatchObject({
      name: 'status',
      data: { statusMessage: 'Something new.' },
    })
    const end = next(stream, clock)
    await Environment.destroy({ where: { id } })
    expect(await end).toMatchObject({ name: 'end' })
  })

  it('is none for another team', async () => {
    const { following, id } = await setUp()
    const { member } = await buildTeam()
    for (const foreign of [id, randomUUID(), 'no-id'])
      await expect(following.followEnvironment(member, input(foreign))).rejects.toMatchObject({
        code: 'not-found',
      })
  })
})
