import fc from 'fast-check'
import { QueryTypes } from 'sequelize'
import { beforeAll, describe, expect, it } from 'vitest'
import { Session } from '../../db/models/session'
import { User } from '../../db/models/user'
import { buildAccountServices, originAt } from '../builders/accounts'
import { buildPerson, signIn } from '../builders/actors'
import { buildApiClient } from '../builders/api-client'
import { buildThings, once, shareThings } from '../builders/api-things'
import { apiWrites, buildApiWrites } from '../builders/api-writes'
import { buildTeam } from '../builders/deployment-core'
import { hold } from '../builders/held-transaction'
import { useTestDatabase } from '../postgres/test-database'
import type { HumanActor } from '../../app/services/actor/actor'
import { withOrigin } from '../../app/services/actor/origin'
import type { WriteName } from '../../app/api/table'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
let client: ReturnType<typeof buildApiClient>
let known: User

beforeAll(async () => {
  bench = buildAccountServices(database.sequelize)
  client = buildApiClient(database.sequelize)
  const { userId } = await bench.registerVerified('known@example.com')
  known = await User.findByPk(userId, { rejectOnEmpty: true })
})

const names = apiWrites.map(({ name }) => name)

/** What some writes say on another day, for which they lock something else. */
const otherWords: Record<string, object> = {
  'PATCH /v1/user/permissions': { isAdmin: false },
  'POST /v1/process/version': { autoDeploy: true },
  'POST /v1/application/version': { autoDeploy: true },
}

let places = 0
/** Each from a place of its own, so that the limits on guessing do not hide what is behind them. */
const elsewhere = <Result>(work: () => Promise<Result>): Promise<Result> => {
  places += 1
  return withOrigin(originAt(`10.0.${places >> 8}.${places & 255}`), work)
}

/** A write, as numbers of who makes it and of whom it is about. */
interface Step {
  name: WriteName
  by: number
  to: number
  /** Is about the account that has environments, and says what is in `otherWords`. */
  isOther: boolean
  /** Comes with an Idempotency-Key, which every such write of the name has. */
  hasKey: boolean
}

/** One team, whose people write about each other and about one thing of each kind. */
async function buildScene() {
  const { teamId, admin, member, integration } = await buildTeam()
  const secondAdmin = await buildPerson(teamId, { isAdmin: true })
  const thirdAdmin = await buildPerson(teamId, { isAdmin: true })
  const people = [admin, secondAdmin, thirdAdmin, await signIn(admin.userId), member]
  const { passwordHash } = known
  await User.update({ passwordHash }, { where: { teamId } })
  const newcomer = await buildPerson(teamId, { state: 'VERIFICATION_NEEDED' })
  await bench.emailVerification.issueVerificationToken(newcomer)
  const things = buildThings(bench, admin)
  // Also for what is made of it: to be quiet, it forgets the deployments that other writes are about.
  things.quietHistory = once(things.quietHistory)
  const shared = shareThings({
    ...things,
    newcomer: async () => newcomer,
    secondAdmin: async () => secondAdmin,
  })
  const sessions = await Session.findAll({
    where: { id: people.map(({ sessionId }) => sessionId) },
    raw: true,
  })
  /** The same application, whose versions are deployed as they come. */
  const deployedAtOnce = async () => {
    const { id: autoDeployEnvironmentId } = await shared.environment()
    return (await shared.application()).update({ autoDeployEnvironmentId })
  }

  /** What there has to be for a write is made at once, and the write when it is told to. */
  async function prepare({ name, by, to, isOther, hasKey }: Step) {
    const caller = people[by] as HumanActor
    const api = buildApiWrites(bench, admin, {
      ...shared,
      ...(isOther && { awsAccount: shared.sharedAccount, application: deployedAtOnce }),
      person: async () => (people[to] as HumanActor).userId,
      somebody: async () => caller,
      teammate: async () => caller,
    })
    const {
      actor = name.endsWith('/version') && isOther ? integration : caller,
      method,
      path,
      body,
    } = await elsewhere(() => api.prepare(name))
    // Some of what there has to be ends them.
    await Session.bulkCreate(sessions, { ignoreDuplicates: true })
    const said = isOther && name in otherWords ? { ...(body as object), ...otherWords[name] } : body
    return async () => {
      const headers = hasKey ? { 'Idempotency-Key': name } : undefined
      const answer = await elsewhere(() => client.call(actor, method, path, said, headers))
      return { name, ...answer }
    }
  }
  return { teamId, prepare }
}

const step = fc.record<Step>({
  name: fc.constantFrom(...names),
  by: fc.nat(4),
  to: fc.nat(4),
  isOther: fc.boolean(),
  hasKey: fc.boolean(),
})

const countDeadlocks = async () => {
  const [row] = await database.sequelize.query<{ deadlocks: number }>(
    'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
    { type: QueryTypes.SELECT },
  )
  return row?.deadlocks
}

describe('every write of /v1', () => {
  it.each(names)('succeeds where the others are tried: %s', async (name) => {
    const { prepare } = await buildScene()
    const make = await prepare({ name, by: 0, to: 4, isOther: false, hasKey: false })
    expect(await make()).toMatchObject({ status: 200 })
  })
})

/** The people and logins of a team, for who deletes it; fails when somebody holds them. */
const everybody = `SELECT FROM users LEFT JOIN integration_users USING (team_id)
  JOIN sessions ON sessions.user_id = users.id OR sessions.integration_user_id = integration_users.id
  WHERE users.team_id = $1 FOR UPDATE OF users, sessions NOWAIT`

describe('a write while its team is being deleted', () => {
  it.each(names)('holds nobody for whom the deletion would have to wait: %s', async (name) => {
    const { teamId, prepare } = await buildScene()
    const make = await prepare({ name, by: 0, to: 4, isOther: false, hasKey: false })
    const deletion = await hold(database.url, 'SELECT FROM teams WHERE id = $1 FOR UPDATE', [teamId])
    const written = make()
    await deletion.untilWaitedFor(written)
    const { rowCount } = await deletion.client.query(everybody, [teamId]).finally(deletion.commit)
    expect(rowCount).toBeGreaterThan(0)
    await written
  })
})

describe('writes at the same moment', () => {
  it(
    'never wait for each other for ever, whatever they are, and leave a team with an admin',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (chosen) => {
          const { teamId, prepare } = await buildScene()
          const writes = []
          for (const each of chosen) writes.push(await prepare(each))
          const answers = await Promise.all(writes.map((make) => make()))
          for (const answer of answers) expect(answer.status, JSON.stringify(answer)).toBeLessThan(500)
          const [left, admins] = await Promise.all([
            User.count({ where: { teamId } }),
            User.count({ where: { teamId, isAdmin: true } }),
          ])
          if (left > 0) expect(admins).toBeGreaterThan(0)
        }),
        { numRuns: 50, endOnFailure: true },
      )
      expect(await countDeadlocks()).toBe(0)
    },
  )
})
