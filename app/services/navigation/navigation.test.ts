import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import {
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
} from '../../../tests/builders/deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { mostEnvironments } from './get-portal-frame'

const database = useTestDatabase()

async function setUp() {
  const { navigation } = buildServices(database.sequelize)
  return { navigation, team: await buildTeam() }
}

describe('getPortalFrame', () => {
  it('follows a team to its first live deployment, and stays away once there was one', async () => {
    const { navigation, team } = await setUp()
    const { member, teamId } = team
    const nextStep = async () => (await navigation.getPortalFrame(member)).firstSteps?.next
    expect(await nextStep()).toBe('link-account')
    const account = await buildReadyAccount(team)
    expect(await nextStep()).toBe('create-environment')
    const environment = await buildEnvironment(account)
    expect(await nextStep()).toBe('define-application')
    const version = await buildVersion(await buildApplication(teamId))
    expect(await nextStep()).toBe('deploy')
    const deployment = await buildDeployment(environment, [version], deploymentStates.DEPLOYING)
    expect((await navigation.getPortalFrame(member)).firstSteps).toMatchObject({
      next: 'open-address',
      deployment: { id: deployment.id, environmentId: environment.id },
    })
    await deployment.update({ state: deploymentStates.FAILED })
    expect(await nextStep()).toBe('deploy')
    await deployment.update({ state: deploymentStates.LIVE })
    expect(await nextStep()).toBeUndefined()
    await deployment.destroy()
    expect(await nextStep()).toBeUndefined()
    expect((await navigation.getPortalFrame((await buildTeam()).member)).firstSteps?.next).toBe(
      'link-account',
    )
  })

  it('names the first environments of the team alone', async () => {
    const { navigation, team } = await setUp()
    const account = await buildReadyAccount(team)
    for (let n = 0; n < mostEnvironments + 3; n++) await buildEnvironment(account, `Test ${String(n + 10)}`)
    const { environments } = await navigation.getPortalFrame(team.member)
    expect(environments).toHaveLength(mostEnvironments)
    expect(environments[0]?.name).toBe('Test 10')
    expect((await navigation.getPortalFrame((await buildTeam()).member)).environments).toEqual([])
  })
})

describe('listPlaces', () => {
  it('finds what is named so, of the own team, accounts for admins alone', async () => {
    const { navigation, team } = await setUp()
    const account = await buildReadyAccount(team, 'Shop account')
    await buildEnvironment(account, 'Shop_test')
    await buildEnvironment(account, 'Other')
    await buildApplication(team.teamId, 'webSHOP')
    const kinds = async (text: string, actor = team.member) =>
      (await navigation.listPlaces(actor, text)).map(({ kind, name }) => `${kind} ${name}`)
    expect(await kinds(' shop ')).toEqual(['environment Shop_test', 'application webSHOP'])
    expect(await kinds('shop', team.admin)).toContain('aws-account Shop account')
    expect(await kinds('shop', (await buildTeam()).admin)).toEqual([])
    for (const [text, found] of [
      ['p_t', 1],
      ['p%t', 0],
      ['\\', 0],
      ["'", 0],
    ] as const)
      expect(await kinds(text), text).toHaveLength(found)
  })

  it('offers no more than fit on a screen', async () => {
    const { navigation, team } = await setUp()
    for (let n = 0; n < 12; n++) await buildApplication(team.teamId, `Many ${n}`)
    expect(await navigation.listPlaces(team.member, '')).toHaveLength(8)
  })
})
