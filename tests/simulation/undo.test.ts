import { deploymentLines } from '../../core/environment-log/deployment-lines'
import { afterEach, describe, expect, it } from 'vitest'
import { tellOfDeployments } from '../../app/services/news/tell-of-deployments'
import { deploymentStates } from '../../core/resources/wire-states'
import type { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { LogMessage } from '../../db/models/log-message'
import { MailMessage } from '../../db/models/mail-message'
import { Team } from '../../db/models/team'
import { buildPerson } from '../builders/actors'
import { useTestDatabase } from '../postgres/test-database'
import { buildGoingBack } from './going-back-story'
import { buildDependencies } from '../builders/dependencies'

const database = useTestDatabase()
const { LIVE, FAILED, RETIRED } = deploymentStates

afterEach(async () => {
  await Team.destroy({ where: {} })
})

/** The second version of the shop is live, and so is the api. */
async function setUp() {
  const story = await buildGoingBack(database.sequelize)
  const [shop, api] = story.applications
  await story.deploy(api, '3')
  await story.deploy(shop, '1')
  await story.settle()
  await story.deploy(shop, '2')
  await story.settle()
  return { ...story, shop, api }
}

const undosOf = (list: Deployment[]) => list.filter(({ kind }) => kind === 'undo')

describe('a deployment that gets unhealthy within its watch time', () => {
  it('is undone once, with the reason in the log and in mails', async () => {
    const { platform, shop, person, ...story } = await setUp()
    const admin = await buildPerson(platform.account.teamId, { isAdmin: true })
    await buildPerson(platform.account.teamId)
    await platform.runFor(30)
    platform.agents.setIll(shop.id, true)
    await platform.runUntil('it is undone', async () => undosOf(await story.list()).length > 0, 120)
    await story.settle()
    platform.agents.setIll(shop.id, false)
    await story.serves()
    expect(platform.serving(story.environmentId)).toEqual(['1', '1', '3', '3'])
    const list = await story.list()
    const undone = list.find(({ sequence }) => sequence === 3)
    expect(list.at(-1)).toMatchObject({ kind: 'undo', state: LIVE, aboutId: undone?.id })
    expect(undone?.state).toBe(RETIRED)
    const where = { environmentId: story.environmentId, code: deploymentLines.why.code }
    const why = await LogMessage.findAll({ where })
    expect(why.map(({ message }) => message).join('\n')).toContain(
      'Why deployment 4: Deployment 3 became unhealthy after it was live. A process of Shop (version 2) is not healthy. GET /health answered 503.',
    )

    const { dependencies } = buildDependencies(database.sequelize)
    await tellOfDeployments(dependencies)
    await tellOfDeployments(dependencies)
    const mails = await MailMessage.findAll()
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([admin.email, person.email].sort())
  }, 120_000)

  it('is undone without approval in a protected environment, and what waits for approval comes after that', async () => {
    const { platform, shop, api, ...story } = await setUp()
    const { environmentId, deployments } = story
    await Environment.update({ isProtected: true }, { where: { id: environmentId } })
    const deploymentId = await story.deploy(api, '2')
    platform.agents.setIll(shop.id, true)
    await platform.runUntil('it is undone', async () => undosOf(await story.list()).length > 0, 120)
    await story.settle()
    platform.agents.setIll(shop.id, false)
    await story.serves()
    expect(platform.serving(environmentId)).toEqual(['1', '1', '3', '3'])
    const admin = await buildPerson(platform.account.teamId, { isAdmin: true })
    const { approval } = await deployments.getDeployment(admin, { environmentId, deploymentId })
    const approved = await deployments.approveDeployment(admin, {
      deploymentId,
      expectedEnvironmentVersionState: approval?.environmentVersionsState ?? '',
    })
    expect(approved).toEqual({ result: 'SUCCESS' })
    await story.settle()
    await story.serves()
    expect(platform.serving(environmentId)).toEqual(['1', '1', '2', '2'])
    expect(await story.live()).toMatchObject({ id: deploymentId, sequence: 6 })
  }, 120_000)

  it('is not undone again, and neither is the undo', async () => {
    const { platform, shop, ...story } = await setUp()
    platform.agents.setIll(shop.id, true)
    await platform.runUntil('it is undone', async () => undosOf(await story.list()).length > 0, 120)
    platform.agents.setIll(shop.id, false)
    await story.settle()
    platform.agents.setIll(shop.id, true)
    await platform.runFor(400)
    expect(undosOf(await story.list())).toHaveLength(1)
  }, 120_000)

  it('gives way to something newer that somebody asked for', async () => {
    const { platform, shop, ...story } = await setUp()
    const newer = await story.deploy(shop, '3')
    platform.agents.setIll(shop.id, true)
    await platform.runFor(5)
    platform.agents.setIll(shop.id, false)
    await story.settle()
    await platform.runFor(120)
    expect(undosOf(await story.list())).toEqual([])
    expect((await story.live()).id).toBe(newer)
  }, 120_000)

  it('stays when that is not its fault, too late, or not wanted', async () => {
    const { platform, shop, api, ...story } = await setUp()
    platform.agents.setIll(api.id, true)
    await platform.runFor(90)
    platform.agents.setIll(api.id, false)
    await platform.runFor(20)
    const victim = platform.living().find(({ market }) => market === 'spot')
    if (victim) await platform.aws.interrupt(platform.accountNumber, victim.id)
    await platform.runFor(240)
    platform.agents.setIll(shop.id, true)
    await platform.runFor(60)
    platform.agents.setIll(shop.id, false)
    await platform.runFor(20)
    expect(undosOf(await story.list())).toEqual([])
    await Environment.update({ watchMinutes: 0 }, { where: { id: story.environmentId } })
    await story.deploy(shop, '3')
    await story.settle()
    platform.agents.setIll(shop.id, true)
    await platform.runFor(90)
    expect(undosOf(await story.list())).toEqual([])
  }, 120_000)

  it('is left as it is when there was nothing before it', async () => {
    const { platform, applications, ...story } = await buildGoingBack(database.sequelize)
    await story.deploy(applications[0], '1')
    await story.settle()
    platform.agents.setIll(applications[0].id, true)
    await platform.runFor(90)
    expect(await story.list()).toHaveLength(1)
  }, 60_000)

  it('gets back the settings that it changed, where it was a revert', async () => {
    const { platform, shop, ...story } = await setUp()
    await platform.runFor(400)
    await story.override(shop, 1)
    const [, first] = await story.list()
    if (!first) throw new Error('There is a first.')
    await story.revert(first)
    await story.settle()
    expect((await story.settings()).overrides).toEqual([])
    platform.agents.setIll(shop.id, true)
    await platform.runUntil('it is undone', async () => undosOf(await story.list()).length > 0, 120)
    platform.agents.setIll(shop.id, false)
    await story.settle()
    await story.serves()
    expect((await story.list()).map(({ state }) => state)).not.toContain(FAILED)
    expect((await story.settings()).overrides).toEqual([{ applicationId: shop.id, count: 1 }])
    expect(platform.serving(story.environmentId)).toEqual(['2', '3', '3'])
  }, 120_000)
})
