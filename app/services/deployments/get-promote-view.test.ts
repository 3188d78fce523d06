import { describe, expect, it } from 'vitest'
import { loadBalancerWithAddressesPerHour } from '../../../core/charges/charges'
import { deploymentStates } from '../../../core/resources/wire-states'
import { Deployment } from '../../../db/models/deployment'
import { buildDeployment, buildReadyAccount } from '../../../tests/builders/deployment-core'
import { buildEnvironment, buildQueuedDeployment } from '../../../tests/builders/team-rows'
import { buildTwoEnvironments } from '../../../tests/builders/two-environments'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const setUp = () => buildTwoEnvironments(database.sequelize)

describe('getPromoteView', () => {
  it('shows the other environments with live applications, and what each would change', async () => {
    const { deployments, team, staging, production, version, next } = await setUp()
    const account = await buildReadyAccount(team, 'Third account')
    await buildDeployment(await buildEnvironment(account, 'Development'), [version])
    await buildDeployment(await buildEnvironment(account, 'Empty'), [])
    await buildEnvironment(account, 'New')
    await buildDeployment(await buildEnvironment(account, 'Starting'), [next], deploymentStates.DEPLOYING)
    const going = await buildEnvironment(account, 'Going')
    await buildDeployment(going, [version])
    await going.update({ deletingAt: new Date() })
    await next.update({ name: 'second' })

    const view = await deployments.getPromoteView(team.member, production.id)
    const workerGoes = { applicationName: 'Worker', type: 'remove', lostPorts: [8080] }
    expect(view).toMatchObject({ environmentId: production.id, environmentName: 'Production' })
    expect(view.promoteCandidates).toEqual([
      {
        environmentVersionId: expect.any(String) as string,
        environmentId: expect.any(String) as string,
        environmentName: 'Development',
        awsAccountName: 'Third account',
        isOtherAccount: true,
        applications: [{ applicationName: 'Shop', versionName: 'v1' }],
        difference: {
          applications: [
            expect.objectContaining({ applicationName: 'Shop', type: 'same', facts: [] }),
            expect.objectContaining(workerGoes),
          ],
        },
      },
      {
        environmentVersionId: expect.any(String) as string,
        environmentId: staging.id,
        environmentName: 'Staging',
        awsAccountName: 'Main account',
        isOtherAccount: true,
        applications: [{ applicationName: 'Shop', versionName: 'second' }],
        difference: {
          applications: [
            expect.objectContaining({
              applicationName: 'Shop',
              type: 'change',
              versionName: 'second',
              previousVersionName: 'v1',
            }),
            expect.objectContaining(workerGoes),
          ],
        },
      },
    ])
  })

  it('says what the target costs at most then, of the source that is chosen or the only one', async () => {
    const { deployments, team, staging, production, version } = await setUp()
    const pricesOf = async (chosenId?: string) =>
      (await deployments.getPromoteView(team.member, production.id, chosenId)).promoteCandidates.map(
        ({ environmentName, atMostPerHour }) => [environmentName, atMostPerHour],
      )
    // The worker goes, with its load balancer.
    const [[, only] = []] = await pricesOf()
    const { before = NaN, after = NaN } = only as { before: number; after: number }
    expect(before - after).toBeGreaterThanOrEqual(loadBalancerWithAddressesPerHour - 1e-9)

    await buildDeployment(await buildEnvironment(await buildReadyAccount(team, 'Third account'), 'Third'), [
      version,
    ])
    expect(await pricesOf()).toEqual([
      ['Staging', undefined],
      ['Third', undefined],
    ])
    expect(await pricesOf(staging.id)).toEqual([
      ['Staging', only],
      ['Third', undefined],
    ])
  })

  it('has another state as soon as one of them runs something else', async () => {
    const { deployments, team, staging, production, version } = await setUp()
    const stateNow = async () =>
      (await deployments.getPromoteView(team.member, production.id)).environmentVersionsState
    const before = await stateNow()
    expect(await stateNow()).toBe(before)
    await Deployment.update({ state: deploymentStates.RETIRED }, { where: { environmentId: staging.id } })
    await buildDeployment(staging, [version])
    expect(await stateNow()).not.toBe(before)
  })

  it('has no candidates where nothing else is live', async () => {
    const { deployments, team, staging } = await setUp()
    await Deployment.destroy({ where: {} })
    await expect(deployments.getPromoteView(team.member, staging.id)).resolves.toMatchObject({
      promoteCandidates: [],
      environmentVersionsState: '',
    })
  })

  it('compares with what is about to run there, as it is configured now', async () => {
    const { deployments, team, shop, production, next, worker } = await setUp()
    await buildQueuedDeployment(production, [
      { type: 'remove', applicationId: worker.id },
      { type: 'change', applicationId: shop.id, versionId: next.id },
    ])
    const tell = async () =>
      (await deployments.getPromoteView(team.member, production.id)).promoteCandidates[0]?.difference
    expect(await tell()).toMatchObject({ applications: [{ type: 'same' }] })
    const failed = await Deployment.findOne({ where: { environmentId: production.id, sequence: 2 } })
    await failed?.update({ state: deploymentStates.FAILED })
    await shop.update({ memoryMb: 512 })
    expect(await tell()).toMatchObject({
      applications: [
        { type: 'change', facts: [{ fact: 'Memory', before: '300 MB', after: '512 MB' }] },
        { type: 'remove', applicationName: 'Worker' },
      ],
    })
  })
})
