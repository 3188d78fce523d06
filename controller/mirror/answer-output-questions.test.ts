import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { systemClock } from '../../core/time/clock'
import type { OutputAnswer } from '../../core/output/output-questions'
import { askForOutput, removeOldQuestions, takeAnswer } from '../../db/queries/output-questions'
import { listen } from '../../db/listen'
import { buildReadyAccount, buildTeam } from '../../tests/builders/deployment-core'
import { buildEnvironmentStatus } from '../../tests/builders/resource-status'
import { buildEnvironment } from '../../tests/builders/team-rows'
import { allShards } from '../../tests/builders/all-shards'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { CloudError, type AccountAccess, type EventFilter, type EventPage } from '../cloud/cloud'
import { answerOutputQuestions } from './answer-output-questions'

const database = useTestDatabase()
const applicationId = randomUUID()
const group = '/sdo/Production-1/Shop-1'
const found = { lines: [{ stream: 'p', epoch: 5, text: 'hello' }] }

type Read = (access: AccountAccess, filter: EventFilter) => Promise<EventPage>

/** A running controller that reads so, and a person who asks it. */
async function setUp(read: Read, logGroups = [{ applicationId, name: group, isMade: true }]) {
  const { sequelize, url } = database
  const team = await buildTeam()
  const account = await buildReadyAccount(team)
  const environment = await buildEnvironment(account)
  await environment.update({ status: buildEnvironmentStatus({ logGroups }) })
  const ended = new AbortController()
  const rings = new Map<string, () => void>()
  let connect = () => {}
  const connected = new Promise<void>((resolve) => (connect = resolve))
  const common = { clock: systemClock, log: silentLogger }
  const logsOf = (access: AccountAccess) => ({ filterEvents: (filter: EventFilter) => read(access, filter) })
  const parts = [
    listen({
      ...common,
      url,
      channel: 'sdo_changes',
      onNotify: (id) => rings.get(id)?.(),
      onConnect: () => connect(),
      signal: ended.signal,
    }),
    answerOutputQuestions(
      { ...common, sequelize, databaseUrl: url, terms: allShards({ logsOf }) },
      ended.signal,
    ),
  ]
  onTestFinished(async () => {
    ended.abort()
    await Promise.all(parts)
  })
  await connected
  const insert = (id: string, now = new Date()) =>
    askForOutput(sequelize, {
      id,
      teamId: team.teamId,
      environmentId: environment.id,
      question: { applicationId, processId: 'p', text: 'hell', fromEpoch: 0, untilEpoch: 10 },
      now,
    })
  const ask = async (): Promise<OutputAnswer | undefined> => {
    const id = randomUUID()
    const answered = new Promise<void>((resolve) => rings.set(id, resolve))
    await insert(id)
    await answered
    const answer = await takeAnswer(sequelize, id)
    expect(await takeAnswer(sequelize, id)).toBeUndefined()
    return answer
  }
  return { ...team, account, ask, insert }
}

describe('a question about output', () => {
  it('is answered once from the group of the application, with the role of its account', async () => {
    const asked: unknown[] = []
    const { ask, account } = await setUp((access, filter) => {
      asked.push({ access, filter })
      return Promise.resolve(found)
    })
    const lines = [{ epoch: 5, text: 'hello', processId: 'p', applicationId }]
    expect(await ask()).toEqual({ lines, reachedEpoch: 0 })
    const { accountNumber, externalId } = account
    const filter = { group, stream: 'p', text: 'hell', fromEpoch: 0, untilEpoch: 10 }
    expect(asked).toMatchObject([{ access: { accountNumber, externalId }, filter }])
  })

  it.each([
    ['access-denied', 'refused'],
    ['throttled', 'unavailable'],
  ] as const)('is answered with why where AWS says %s', async (kind, fault) => {
    const { ask } = await setUp(() => Promise.reject(new CloudError(kind, 'No.')))
    expect(await ask()).toEqual({ fault })
  })

  it('is answered whatever bytes a program printed', async () => {
    const line = { stream: 'p', epoch: 5, text: 'a\0b\ud800c' }
    const { ask } = await setUp(() => Promise.resolve({ lines: [line] }))
    expect(await ask()).toMatchObject({ lines: [{ text: 'ab\ufffdc' }] })
  })

  it('is answered with no lines where the group or the stream is gone', async () => {
    const { ask } = await setUp(() => Promise.reject(new CloudError('not-found', 'No.')))
    expect(await ask()).toEqual({ lines: [], reachedEpoch: 0 })
  })

  it('reaches no group outside our path, of another application, or that is not made', async () => {
    const { ask } = await setUp(
      () => Promise.reject(new Error('Nothing is to be read.')),
      [
        { applicationId, name: '/aws/lambda/theirs', isMade: true },
        { applicationId: randomUUID(), name: group, isMade: true },
        { applicationId, name: group, isMade: false },
      ],
    )
    expect(await ask()).toEqual({ lines: [], reachedEpoch: 0 })
  })

  it('is one of ten that a team may have open, and is gone after a minute, read or not', async () => {
    const { insert } = await setUp(() => Promise.resolve(found))
    const now = new Date()
    const ids = Array.from({ length: 11 }, () => randomUUID())
    const taken: boolean[] = []
    for (const id of ids) taken.push(await insert(id, now))
    expect(taken).toEqual([...Array<boolean>(10).fill(true), false])
    await removeOldQuestions(database.sequelize, new Date(now.getTime() + 60_001))
    for (const id of ids) expect(await takeAnswer(database.sequelize, id)).toBeUndefined()
  })
})
