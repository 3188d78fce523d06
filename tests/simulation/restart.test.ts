import { afterEach, expect, it } from 'vitest'
import { deploymentStates } from '../../core/resources/wire-states'
import { Deployment } from '../../db/models/deployment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { LogMessage } from '../../db/models/log-message'
import { Team } from '../../db/models/team'
import { useTestDatabase } from '../postgres/test-database'
import { buildGoingBack } from './going-back-story'

const database = useTestDatabase()

afterEach(async () => {
  await Team.destroy({ where: {} })
})

it('a restart replaces every process by one of the same, while at least as many serve, and says what it is', async () => {
  const { platform, deploy, deployments, settle, serves, person, environmentId, ...story } =
    await buildGoingBack(database.sequelize)
  const [shop, api] = story.applications
  // All of them and those that replace some have room on one instance: nothing else moves.
  await shop.update({ count: 2, cpu: '0.01', memoryMb: 100 })
  await api.update({ cpu: '0.01', memoryMb: 100 })
  await deploy(shop, '1')
  await deploy(api, '3')
  await settle()
  await serves()
  await shop.update({ memoryMb: 900 })
  const idsOf = (tag: string) =>
    platform.agents
      .running()
      .filter((one) => one.tag === tag)
      .map(({ id }) => id)
      .sort()
  const before = { shop: idsOf('1'), api: idsOf('3') }
  let fewest = Infinity
  platform.watch(() => {
    const serving = platform.serving(environmentId).filter((tag) => tag === '1')
    fewest = Math.min(fewest, serving.length)
  })
  const { id = '' } = await deployments.restartApplication(person, {
    environmentId,
    applicationId: shop.id,
    firstDeployWarningApproved: true,
  })
  await settle()
  await platform.runUntil('the old ones have ended', () =>
    platform.agents.running().every((one) => !before.shop.includes(one.id)),
  )
  await serves()
  expect(idsOf('1')).toHaveLength(2)
  expect(idsOf('3')).toEqual(before.api)
  expect(fewest).toBe(2)
  const restarted = await Deployment.findByPk(id, { rejectOnEmpty: true })
  expect(restarted.state).toBe(deploymentStates.LIVE)
  const version = await EnvironmentVersion.findByPk(restarted.environmentVersionId ?? '', {
    rejectOnEmpty: true,
  })
  expect(version.applications.find(({ name }) => name === 'Shop')?.memoryMb).not.toBe(900)
  const log = await LogMessage.findAll({ where: { environmentId } })
  expect(log.map(({ message }) => message).join('\n')).toContain('Shop is restarted')
})
