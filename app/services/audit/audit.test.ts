import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/time/clock'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Team } from '../../../db/models/team'
import { buildTeam, refusalsOf, type TestTeam } from '../../../tests/builders/deployment-core'
import { readPieces } from '../../../tests/builders/read-pieces'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { withOrigin } from '../actor/origin'
import type { Dependencies } from '../dependencies'
import { recordAudit, removeExpiredAuditEntries, type AuditRecord } from './record-audit'
import { buildDependencies } from '../../../tests/builders/dependencies'
import { createServices, type Services } from '../services'

const database = useTestDatabase()
let dependencies: Dependencies
let audit: Services['audit']
let team: TestTeam

beforeAll(async () => {
  dependencies = { ...buildDependencies(database.sequelize).dependencies, clock: systemClock }
  audit = createServices(dependencies).audit
  team = await buildTeam()
})

/** Long ago enough to be past, and soon enough to be kept. */
const someEpoch = systemClock.now() - 5000
const day = 24 * 60 * 60_000

const record = (by: TestTeam, changes: Partial<AuditRecord> = {}, epoch = systemClock.now()) =>
  recordAudit({ clock: { ...systemClock, now: () => epoch } }, by.admin, {
    action: 'environment.rename',
    target: { id: randomUUID(), name: 'Production' },
    ...changes,
  })

describe('an entry of the audit log', () => {
  it('says who, what, when and from where, and only what is different', async () => {
    const before = { name: 'Old', roles: { a: 'b' } }
    const target = { id: randomUUID(), name: 'New' }
    await withOrigin({ requestId: 'request-7', address: '192.0.2.7', userAgent: '' }, () =>
      record(team, { target, before, after: { name: 'New', roles: { a: 'b' } } }, someEpoch),
    )
    const { entries } = await audit.listAuditLog(team.admin, {})
    expect(entries[0]).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      createdEpoch: someEpoch,
      actorKind: 'human',
      actorId: team.admin.userId,
      actorName: `Ada (${team.admin.email})`,
      action: 'environment.rename',
      targetId: target.id,
      targetName: 'New',
      before: { name: 'Old' },
      after: { name: 'New' },
      requestId: 'request-7',
      sourceAddress: '192.0.2.7',
    })
  })

  it('is not there when the change was rolled back', async () => {
    const rolledBack = await buildTeam()
    const failing = database.sequelize.transaction(async () => {
      await record(rolledBack)
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect((await audit.listAuditLog(rolledBack.admin, {})).entries).toEqual([])
  })

  it.each([
    'UPDATE audit_entries SET actor_name = $$x$$',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ])('withstands %s', async (statement) => {
    await record(team)
    const count = await AuditEntry.count()
    await expect(database.sequelize.query(statement)).rejects.toThrow('The audit log is append-only.')
    expect(await AuditEntry.count()).toBe(count)
  })

  it('goes when it is 400 days old, and not before', async () => {
    const old = await buildTeam()
    await record(old, { target: { id: randomUUID(), name: 'Past' } }, systemClock.now() - 401 * day)
    await record(old, { target: { id: randomUUID(), name: 'Kept' } }, systemClock.now() - 399 * day)
    await Promise.all([removeExpiredAuditEntries(), removeExpiredAuditEntries()])
    const left = await AuditEntry.findAll({ where: { teamId: old.teamId } })
    expect(left.map(({ targetName }) => targetName)).toEqual(['Kept'])
  })

  it('goes with its team', async () => {
    const leaving = await buildTeam()
    await record(leaving)
    await Team.destroy({ where: { id: leaving.teamId } })
    expect(await AuditEntry.count({ where: { teamId: leaving.teamId } })).toBe(0)
  })
})

describe('the audit log', () => {
  it('is for admins, and of their own team only', async () => {
    const other = await buildTeam()
    await record(team)
    expect((await audit.listAuditLog(other.admin, {})).entries).toEqual([])
    const attempts = [audit.listAuditLog(team.member, {}), audit.exportAuditLog(team.member, {})]
    expect(await refusalsOf(attempts)).toEqual(['forbidden', 'forbidden'])
  })

  it('is searched by person, action, target and days', async () => {
    const searched = await buildTeam()
    const dayOf = (offset: number) => new Date(noon + offset * day).toISOString().slice(0, 10)
    const noon = Math.floor(systemClock.now() / day) * day - 9.5 * day
    await record(searched, { target: { id: randomUUID(), name: '100% _live_' } }, noon)
    await record(searched, { action: 'environment.delete' }, noon + day)
    const find = async (filter: object) => (await audit.listAuditLog(searched.admin, filter)).entries.length
    expect(await find({})).toBe(2)
    expect(await find({ who: searched.admin.email.toUpperCase() })).toBe(2)
    expect(await find({ who: 'nobody' })).toBe(0)
    expect(await find({ action: 'environment.delete' })).toBe(1)
    expect(await find({ target: '% _LIVE' })).toBe(1)
    expect(await find({ target: '%_' })).toBe(0)
    expect(await find({ from: dayOf(1) })).toBe(1)
    expect(await find({ from: dayOf(0), to: dayOf(0) })).toBe(1)
    expect(await find({ to: dayOf(-1) })).toBe(0)
  })

  it.each([{ action: 'nonsense' }, { from: 'yesterday' }, { to: '2026-13-45' }, { beforeId: 'x' }])(
    'refuses %j',
    async (filter) => {
      await expect(audit.listAuditLog(team.admin, filter)).rejects.toMatchObject({ code: 'invalid' })
    },
  )

  it('is read page by page, each entry once', async () => {
    const busy = await buildTeam()
    for (let entry = 0; entry < 101; entry++) await record(busy)
    const first = await audit.listAuditLog(busy.admin, {})
    const second = await audit.listAuditLog(busy.admin, { beforeId: first.nextBeforeId ?? '' })
    expect([first.entries.length, second.entries.length, second.nextBeforeId]).toEqual([100, 1, null])
    expect(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size).toBe(101)
  })

  it('is exported as CSV, a line each, with names that start like a formula made harmless', async () => {
    const exported = await buildTeam()
    await record(exported, { target: { id: randomUUID(), name: '=cmd()' }, after: { name: 'a "b"' } })
    const lines = (await readPieces(await audit.exportAuditLog(exported.admin, {}))).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(',"\'=cmd()",')
    expect(lines[1]).toContain('"{""name"":""a \\""b\\""""}"')
  })
  it('is exported in pieces, without an entry missing, twice or beyond the most that a file has', async () => {
    const exported = await buildTeam()
    await database.sequelize.query(
      `INSERT INTO audit_entries (team_id, created_at, actor_kind, actor_id, actor_name, action, target_id, target_name)
       SELECT $1, now() - interval '1 day', 'human', gen_random_uuid(), 'Ada', 'environment.rename', gen_random_uuid(), 'number ' || n
       FROM generate_series(1, 10001) AS n`,
      { bind: [exported.teamId] },
    )
    const pieces = await audit.exportAuditLog(exported.admin, {})
    const lengths: number[] = []
    const names = new Set<string | undefined>()
    for await (const piece of pieces) {
      lengths.push(piece.length)
      for (const [name] of piece.matchAll(/number \d+/g)) names.add(name)
      // Whatever is added meanwhile comes before what is read.
      if (lengths.length === 1) await record(exported)
    }
    expect([lengths.length, names.size, names.has('number 1'), names.has('number 2')]).toEqual([
      200,
      10_000,
      false,
      true,
    ])
  })
})
