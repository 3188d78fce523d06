import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../core/clock'
import { silentLogger } from '../../core/logger'
import { Team } from '../../db/models/team'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { HumanActor } from './actor'
import type { Dependencies } from './dependencies'
import { once } from './submission'
import { testKeys } from '../../tests/builders/authenticator-keys'

const database = useTestDatabase()

const dependencies = (): Dependencies => ({
  sequelize: database.sequelize,
  clock: systemClock,
  log: silentLogger,
  publicUrl: 'http://portal.test',
  registrationOpen: true,
  platformAccountNumber: '000000000001',
  supportEmail: 'support@sdo.example',
  authenticatorKeys: testKeys,
})

const buildActor = (): HumanActor => ({
  kind: 'human',
  userId: randomUUID(),
  teamId: randomUUID(),
  sessionId: randomUUID(),
  name: 'Ada',
  email: 'ada@example.com',
  isAdmin: true,
  state: 'LOGGED_IN',
})

const createTeam = () => Team.create({ id: randomUUID() }).then(({ id }) => ({ id }))

describe('once', () => {
  it('does the work one time for a submission sent several times at the same moment', async () => {
    const actor = buildActor()
    const before = await Team.count()
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => once(dependencies(), actor, 'form-1', createTeam)),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await Team.count()).toBe(before + 1)
  })

  it('keeps submissions of different people apart', async () => {
    const [first, second] = await Promise.all([
      once(dependencies(), buildActor(), 'form-1', createTeam),
      once(dependencies(), buildActor(), 'form-1', createTeam),
    ])
    expect(first?.id).not.toBe(second?.id)
  })

  it('rolls back and forgets a submission that failed', async () => {
    const actor = buildActor()
    const before = await Team.count()
    const failing = once(dependencies(), actor, 'form-2', async () => {
      await createTeam()
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await Team.count()).toBe(before)
    await expect(once(dependencies(), actor, 'form-2', createTeam)).resolves.toHaveProperty('id')
  })
})
