import { afterEach, describe, expect, it } from 'vitest'
import { deploymentStates } from '../../core/resources/wire-states'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { Team } from '../../db/models/team'
import { useTestDatabase } from '../postgres/test-database'
import { buildGoingBack } from './going-back-story'

const database = useTestDatabase()
const { LIVE } = deploymentStates

afterEach(async () => {
  await Team.destroy({ where: {} })
})

describe('a revert', () => {
  it('brings back versions, configuration, counts and settings, and nothing of the settings before it is live', async () => {
    const { platform, applications, ...story } = await buildGoingBack(database.sequelize)
    const [shop, api] = applications
    await story.deploy(shop, '1')
    await story.settle()
    await story.override(shop, 3)
    await story.setSpotStrategy('NONE')
    const [, overridden, first] = await story.list()
    await story.serves()

    await shop.update({ memoryMb: 500, ports: [{ port: 9090 }] })
    await story.deploy(shop, '2')
    await story.deploy(api, '3')
    await story.settle()
    await story.override(shop, 1)
    await story.setSpotStrategy('ALL')
    await story.serves()
    expect(platform.serving(story.environmentId)).toEqual(['2', '3', '3'])

    if (!first || !overridden) throw new Error('Settings are in the history.')
    await story.revert(first)
    let fewest = Infinity
    platform.watch(() => {
      fewest = Math.min(fewest, platform.serving(story.environmentId).length)
    })
    expect((await story.settings()).spotStrategy).toBe('ALL')
    await story.settle()
    await story.serves()
    expect(platform.serving(story.environmentId)).toEqual(['1', '1', '1'])
    // Until what it brings serves, what ran before does, as it was set.
    expect(fewest).toBe(3)
    expect(await story.settings()).toEqual({
      spotStrategy: 'NONE',
      overrides: [{ applicationId: shop.id, count: 3 }],
    })
    const live = await story.live()
    expect(live).toMatchObject({ kind: 'revert', restoresVersionId: first.environmentVersionId, state: LIVE })
    const { applications: now } = await EnvironmentVersion.findByPk(live.environmentVersionId ?? '', {
      rejectOnEmpty: true,
    })
    expect(now).toMatchObject([{ memoryMb: 300, ports: [{ port: 8080 }], tag: '1' }])
    const isOnDemandOnly = () =>
      platform.living().every(({ market, state }) => state !== 'running' || market === 'on-demand')
    // At once, but for the lags of AWS.
    await platform.runUntil('what is left is on-demand', isOnDemandOnly, 0)
  }, 120_000)

  it('that can not serve leaves what serves, and the settings, as they are', async () => {
    const { platform, applications, ...story } = await buildGoingBack(database.sequelize)
    const [shop] = applications
    await story.deploy(shop, '1')
    await story.settle()
    await story.override(shop, 1)
    await story.deploy(shop, '2')
    await story.settle()
    await story.override(shop, 3)
    await story.serves()
    const [first] = await story.list()
    if (!first) throw new Error('There is a first.')
    // The image is gone meanwhile.
    const version = await EnvironmentVersion.findByPk(first.environmentVersionId ?? '', {
      rejectOnEmpty: true,
    })
    await version.update({ applications: version.applications.map((one) => ({ ...one, tag: 'missing' })) })
    await story.revert(first)
    await story.settle()
    await story.serves()
    expect(platform.serving(story.environmentId)).toEqual(['2', '2', '2'])
    expect((await story.list()).at(-1)).toMatchObject({ kind: 'revert', state: deploymentStates.FAILED })
    expect((await story.settings()).overrides).toEqual([{ applicationId: shop.id, count: 3 }])
  }, 120_000)
})
