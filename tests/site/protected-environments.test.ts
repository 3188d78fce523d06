import { beforeAll, describe, expect, it } from 'vitest'
import { readEnvironmentSettings } from '../../db/environment-settings'
import { Application } from '../../db/models/application'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { ExternalNetworkLink } from '../../db/models/external-network'
import { HostedZoneLink } from '../../db/models/hosted-zone'
import { Webhook } from '../../db/models/webhook'
import { deploymentStates } from '../../core/resources/wire-states'
import { buildAccountServices } from '../builders/accounts'
import { buildPerson } from '../builders/actors'
import { buildApiClient } from '../builders/api-client'
import { apiWrites, buildApiWrites } from '../builders/api-writes'
import { useTestDatabase } from '../postgres/test-database'
import type { HumanActor } from '../../app/services/actor/actor'
import { apiTable, type WriteName } from '../../app/api/table'

const database = useTestDatabase()
let client: ReturnType<typeof buildApiClient>
let admin: HumanActor
let member: HumanActor
let api: ReturnType<typeof buildApiWrites>

beforeAll(async () => {
  const bench = buildAccountServices(database.sequelize)
  client = buildApiClient(database.sequelize)
  admin = await bench.registerVerified('admin@example.com')
  member = await buildPerson(admin.teamId)
  api = buildApiWrites(bench, admin)
})

const { QUEUED, DEPLOYING, LIVE, AWAITING_APPROVAL } = deploymentStates

/** All that an environment serves, from where, with which rights and how redundantly, when it is undone, and who is told. */
async function look() {
  const environments = await Environment.findAll({ where: { teamId: admin.teamId }, order: ['id'] })
  const webhook = await Webhook.findOne({ where: { teamId: admin.teamId } })
  const served = environments.map(async (environment) => {
    const where = { environmentId: environment.id }
    const links = await HostedZoneLink.findAll({ where, order: ['position'] })
    const networks = await ExternalNetworkLink.findAll({ where, order: ['externalNetworkId'] })
    const running = await Deployment.findAll({
      where: { ...where, state: [QUEUED, DEPLOYING, LIVE] },
      order: ['sequence'],
    })
    const { name, isProtected, deletingAt, watchMinutes, mailEvents, webhookEvents } = environment
    return {
      id: environment.id,
      ...(await readEnvironmentSettings(environment)),
      links: links.map(({ hostedZoneId, subdomain }) => [hostedZoneId, subdomain]),
      networks: networks.map(({ externalNetworkId }) => externalNetworkId),
      running: running.map(({ id, state, stoppedBy }) => ({ id, state, stoppedBy })),
      told: { mailEvents, webhookEvents },
      name,
      isProtected,
      deletingAt,
      watchMinutes,
    }
  })
  return {
    environments: await Promise.all(served),
    webhook: webhook && [webhook.url, webhook.secret, webhook.teamEvents],
  }
}

const countAwaiting = () => Deployment.count({ where: { state: AWAITING_APPROVAL } })

const rules = new Map(apiTable.map(({ name, inProtected = 'free' }) => [name, inProtected]))
const callsOf = (...wanted: string[]) =>
  apiWrites.map(({ name }) => name).filter((name) => wanted.includes(rules.get(name) ?? ''))

/** Prepares a call as it would succeed, protects every environment of the team, and makes it. */
async function make(name: WriteName, as?: HumanActor) {
  const { actor = admin, method, path, body } = await api.prepare(name)
  if (rules.get(name) === 'waits') await deployVersions()
  await Environment.update({ isProtected: true }, { where: { teamId: admin.teamId } })
  const before = await look()
  const awaiting = await countAwaiting()
  const sent = name.endsWith('/version') ? { ...(body as object), autoDeploy: true } : body
  const answer = await client.call(as ?? actor, method, path, sent)
  return { answer, before, after: await look(), newlyAwaiting: (await countAwaiting()) - awaiting }
}

/** Every application of the team is deployed to a protected environment by itself. */
async function deployVersions(): Promise<void> {
  const { id } = await api.things.environment()
  await Application.update({ autoDeployEnvironmentId: id }, { where: { teamId: admin.teamId } })
}

/** Stopping leaves what serves; it ends what waits or is under way. */
const ends = ['POST /v1/deployment/stop']

describe('in a protected environment', () => {
  it.each(callsOf('waits'))(
    '%s changes nothing until another admin approves, not for an admin either',
    async (name) => {
      for (const actor of [member, admin]) {
        const { answer, before, after, newlyAwaiting } = await make(name, actor)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        expect(after).toEqual(before)
        expect(newlyAwaiting).toBe(1)
      }
    },
  )

  it.each(callsOf('refused'))(
    '%s is refused until two admins have taken the protection off',
    async (name) => {
      for (const actor of [member, admin]) {
        const { answer, before, after } = await make(name, actor)
        expect([answer.status, (answer.body as { message: string }).message]).toEqual([
          409,
          'The environment is protected. Take the protection off first.',
        ])
        expect(after).toEqual(before)
      }
    },
  )

  it.each(callsOf('admins'))('%s is not a member’s, and leaves what is served as it is', async (name) => {
    const refused = await make(name, member)
    expect(refused.answer.status).toBe(403)
    expect(refused.after).toEqual(refused.before)
    const { answer, before, after } = await make(name)
    expect(answer.status).toBe(200)
    expect(after.environments.map(served)).toEqual(before.environments.map(served))
  })

  it.each(callsOf('decides'))('%s is not a member’s', async (name) => {
    const { answer, before, after } = await make(name, member)
    expect(answer.status).toBe(403)
    expect(after).toEqual(before)
  })

  it.each(callsOf('free').filter((name) => !ends.includes(name)))(
    '%s, which is free, changes nothing of what is served, or of who is told',
    async (name) => {
      const { answer, before, after } = await make(name)
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
      const known = new Set(before.environments.map(({ id }) => id))
      expect({ ...after, environments: after.environments.filter(({ id }) => known.has(id)) }).toEqual(before)
    },
  )
})

type Look = Awaited<ReturnType<typeof look>>['environments'][number]
/** Without what is an admin's: the name, the watch time, and who is told. */
const served = ({ name: _name, watchMinutes: _watchMinutes, told: _told, ...rest }: Look) => rest
