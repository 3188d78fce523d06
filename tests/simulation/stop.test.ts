import { afterEach, describe, expect, it } from 'vitest'
import { deploymentStates } from '../../core/resources/wire-states'
import { LogMessage } from '../../db/models/log-message'
import { Team } from '../../db/models/team'
import { useTestDatabase } from '../postgres/test-database'
import { buildGoingBack } from './going-back-story'

const database = useTestDatabase()
const { QUEUED, DEPLOYING, LIVE, FAILED } = deploymentStates

afterEach(async () => {
  await Team.destroy({ where: {} })
})

describe('stopping', () => {
  it('a deployment under way removes what is new and leaves what serves; the log says who did it', async () => {
    const { platform, applications, person, deployments, ...story } = await buildGoingBack(database.sequelize)
    const [shop] = applications
    await story.deploy(shop, '1')
    await story.settle()
    const slow = await story.deploy(shop, 'slow')
    const next = await story.deploy(shop, '2')
    await platform.runFor(8)
    expect((await story.list()).map(({ state }) => state)).toEqual([LIVE, DEPLOYING, QUEUED])
    await deployments.stopDeployment(person, slow)
    await deployments.stopDeployment(person, next)
    let fewest = Infinity
    platform.watch(() => {
      fewest = Math.min(fewest, platform.serving(story.environmentId).length)
    })
    await story.settle()
    await platform.runFor(60)
    expect((await story.list()).slice(1)).toMatchObject([
      { state: FAILED, message: `Stopped by ${person.name}.` },
      { state: FAILED, message: `Stopped by ${person.name}.` },
    ])
    expect(platform.serving(story.environmentId)).toEqual(['1', '1'])
    expect(fewest).toBe(2)
    const [environment] = await platform.store.list('Environment')
    expect(environment?.status?.processes.map(({ phase }) => phase)).toEqual(['Serving', 'Serving'])
    const log = await LogMessage.findAll({ where: { environmentId: story.environmentId } })
    expect(log.map(({ message }) => message)).toContain(
      `Deployment 2 was stopped. Stopped by ${person.name}. What ran before keeps running.`,
    )
  }, 60_000)

  it('holds also when all resources are lost and the controller is new before it has read it', async () => {
    const { platform, applications, person, deployments, ...story } = await buildGoingBack(database.sequelize)
    const [shop] = applications
    await story.deploy(shop, '1')
    await story.settle()
    const slow = await story.deploy(shop, 'slow')
    await platform.runFor(8)
    await deployments.stopDeployment(person, slow)
    await platform.loseStore({ isControllerNew: true })
    await story.settle()
    await story.serves()
    expect((await story.list()).map(({ state }) => state)).toEqual([LIVE, FAILED])
    expect(platform.serving(story.environmentId)).toEqual(['1', '1'])
  }, 60_000)

  it('what is first of a first deployment ends with nothing', async () => {
    const { platform, applications, person, deployments, ...story } = await buildGoingBack(database.sequelize)
    const id = await story.deploy(applications[0], 'slow')
    await platform.step()
    await deployments.stopDeployment(person, id)
    await story.settle()
    await platform.runUntil('nothing is left', () => platform.living().length === 0, 2000)
    expect(await story.list()).toMatchObject([{ state: FAILED }])
    const again = await deployments.retryDeployment(person, { deploymentId: id })
    await story.settle()
    expect((await story.list()).at(-1)).toMatchObject({ id: again.id, state: LIVE, kind: 'retry' })
  }, 60_000)
})
