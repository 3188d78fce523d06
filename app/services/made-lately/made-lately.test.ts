import { beforeAll, describe, expect, it } from 'vitest'
import { IntegrationToken, IntegrationTrust } from '../../../db/models/integration-user'
import { User } from '../../../db/models/user'
import { Webhook } from '../../../db/models/webhook'
import { anonymous, buildAccountServices, builtPassword } from '../../../tests/builders/accounts'
import { keepSession, buildPerson } from '../../../tests/builders/actors'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
let made = 0

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const newEmail = () => `person-${++made}@example.com`
const minute = 60_000
const asksForPassword = { code: 'invalid', fields: { currentPassword: expect.any(String) as string } }

/** An admin in a browser, and the same let in at a command line a moment ago. */
async function build() {
  const browser = await bench.registerVerified(newEmail())
  await keepSession(browser.sessionId)
  const { deviceCode, userCode } = await bench.deviceLogin.startDeviceLogin()
  const { id } = await bench.deviceLogin.claimDeviceLogin(browser, userCode)
  await bench.deviceLogin.approveDeviceLogin(browser, { id })
  await bench.clock.advance(5_000)
  const { token } = await bench.deviceLogin.exchangeDeviceCode(deviceCode)
  const commandLine = (await bench.sessions.findActor(token)) as HumanActor
  const integration = await bench.users.createIntegrationUser(browser, { name: 'CI' })
  return { browser, commandLine, integration }
}

type Make = (actor: HumanActor, integrationId: string, currentPassword?: string) => Promise<unknown>

/** Everything that opens something after the session that made it. */
const making: Record<string, Make> = {
  'a token': (actor, id, currentPassword) =>
    bench.users.createIntegrationToken(actor, id, { currentPassword }),
  'a person': async (actor, _id, currentPassword) => {
    const person = { name: 'Max', email: newEmail(), password: 'given-by-admin', currentPassword }
    expect(await bench.users.createHumanUser(actor, person)).toMatchObject({ result: 'SUCCESS' })
  },
  'a trust': (actor, id, currentPassword) =>
    bench.users.createIntegrationTrust(actor, id, {
      issuer: bench.dependencies.identities.issuers[0]?.address ?? '',
      subjectPattern: 'repo:owner/name:ref:refs/heads/main',
      currentPassword,
    }),
  'a webhook': (actor, _id, currentPassword) =>
    bench.webhooks.createWebhook(actor, { url: 'https://hooks.example.com/a', currentPassword }),
  'another address of the webhook': async (actor, id, currentPassword) => {
    if ((await Webhook.count({ where: { teamId: actor.teamId } })) === 0)
      await making['a webhook']?.(actor, id, builtPassword)
    return bench.webhooks.editWebhook(actor, { url: 'https://hooks.example.com/b', currentPassword })
  },
  'another secret of the webhook': async (actor, id, currentPassword) => {
    if ((await Webhook.count({ where: { teamId: actor.teamId } })) === 0)
      await making['a webhook']?.(actor, id, builtPassword)
    return bench.webhooks.rotateWebhookSecret(actor, { currentPassword })
  },
  'another admin': async (actor, _id, currentPassword) => {
    const { userId } = await buildPerson(actor.teamId)
    return bench.users.setAdmin(actor, { userId, isAdmin: true, currentPassword })
  },
}

describe.each(Object.entries(making))('%s', (_what, make) => {
  it('is never made by a command line without the password, however young its login is', async () => {
    const { commandLine, integration } = await build()
    await expect(make(commandLine, integration.id)).rejects.toMatchObject(asksForPassword)
    await expect(make(commandLine, integration.id, 'not-the-password')).rejects.toMatchObject(asksForPassword)
  })

  it('is made by a command line with it', async () => {
    const { commandLine, integration } = await build()
    await make(commandLine, integration.id, builtPassword)
  })

  it('is made in the browser within ten minutes of logging in, and then with the password', async () => {
    const { browser, integration } = await build()
    await make(browser, integration.id)
    const later = await build()
    await bench.clock.advance(10 * minute)
    await expect(make(later.browser, later.integration.id)).rejects.toMatchObject(asksForPassword)
    await expect(make(later.browser, later.integration.id, '')).rejects.toMatchObject(asksForPassword)
  })
})

it('taking admin from somebody, or telling the webhook less, takes no password', async () => {
  const { browser, commandLine } = await build()
  const { userId } = await buildPerson(browser.teamId, { isAdmin: true })
  await bench.users.setAdmin(commandLine, { userId, isAdmin: false })
  await bench.webhooks.createWebhook(browser, { url: 'https://hooks.example.com/a' })
  await bench.webhooks.editWebhook(commandLine, { teamEvents: [] })
})

describe('logging out everywhere else', () => {
  /** A team in which one of each was made with the admin's login. */
  async function buildMade() {
    const scene = await build()
    for (const what of ['a token', 'a person', 'a trust', 'a webhook'])
      await making[what]?.(scene.browser, scene.integration.id)
    return { ...scene, things: await bench.madeLately.listMadeLately(scene.browser) }
  }
  const left = async ({ teamId }: HumanActor, integrationUserId: string) => ({
    tokens: await IntegrationToken.count({ where: { integrationUserId } }),
    trusts: await IntegrationTrust.count({ where: { integrationUserId } }),
    people: await User.count({ where: { teamId } }),
    webhooks: await Webhook.count({ where: { teamId } }),
  })

  it('names what was made with the login, and ends what is ticked of it', async () => {
    const { browser, commandLine, integration, things } = await buildMade()
    expect(things.map(({ kind }) => kind).sort()).toEqual(['person', 'token', 'trust', 'webhook'])
    await bench.madeLately.logOutElsewhere(browser, { madeThings: things.map(({ id }) => id) })
    expect(await bench.sessions.findActor(commandLine.sessionId)).toEqual(anonymous)
    expect(await left(browser, integration.id)).toEqual({ tokens: 0, trusts: 0, people: 1, webhooks: 0 })
    expect(await bench.madeLately.listMadeLately(browser)).toEqual([])
  })

  it('ends nothing that is not ticked', async () => {
    const { browser, integration } = await buildMade()
    await bench.madeLately.logOutElsewhere(browser)
    expect(await left(browser, integration.id)).toEqual({ tokens: 1, trusts: 1, people: 2, webhooks: 1 })
  })

  it('ends nothing that somebody else made, nor what is older than a session can be', async () => {
    const { browser, things, integration } = await buildMade()
    const other = await buildPerson(browser.teamId, { isAdmin: true })
    expect(await bench.madeLately.listMadeLately(other)).toEqual([])
    const [first] = things
    const end = (actor: HumanActor) =>
      bench.madeLately.logOutElsewhere(actor, { madeThings: [first?.id ?? ''] })
    await expect(end(other)).rejects.toMatchObject({ code: 'not-found' })
    await bench.clock.advance(7 * 24 * 60 * minute + 1)
    await expect(end(browser)).rejects.toMatchObject({ code: 'not-found' })
    expect(await left(browser, integration.id)).toMatchObject({ tokens: 1, people: 3 })
  })
})
