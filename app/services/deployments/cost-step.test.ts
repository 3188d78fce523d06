import { describe, expect, it } from 'vitest'
import { Deployment } from '../../../db/models/deployment'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildShop } from '../../../tests/builders/shop'
import { buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { isCostStep } from './cost-step'

const database = useTestDatabase()

/** A small shop is live and costs little; its next version is as it is configured now. The team has seen that deployments cost money. */
async function setUp(changes: { count?: number; cpu?: string; memoryMb?: number }) {
  const bench = await buildShop(database.sequelize)
  const { environment, shop, version, team, deploy, deployments } = bench
  await deployments.patchDeployment(team.member, deploy)
  await Deployment.destroy({ where: { environmentId: environment.id } })
  await buildDeployment(environment, [version])
  await shop.update(changes)
  const next = await buildVersion(shop, 'v2')
  const ask = (firstDeployWarningApproved = false, submissionId = 'form-1') =>
    deployments.patchDeployment(team.member, {
      environmentId: environment.id,
      applicationVersionIdToDeploy: next.id,
      firstDeployWarningApproved,
      submissionId,
    })
  const numAsked = () =>
    Deployment.count({ where: { environmentId: environment.id } }).then((count) => count - 1)
  return { ...bench, ask, numAsked }
}

const large = { count: 40, cpu: '4', memoryMb: 8_000 }

describe('a deployment that raises the cost by more than the bound of its environment', () => {
  it('is not queued until somebody confirms it, with before and after, by the same form', async () => {
    const { ask, numAsked } = await setUp(large)
    const { costStep, ...answer } = await ask()
    expect(answer).toEqual({ showFirstDeployWarning: true })
    expect(costStep?.after).toBeGreaterThan(4)
    expect(costStep?.before).toBeLessThan(0.2)
    expect(await numAsked()).toBe(0)
    expect(await ask(true)).toMatchObject({
      result: 'SUCCESS',
      showFirstDeployWarning: false,
      atMostPerHour: costStep,
    })
    expect(await numAsked()).toBe(1)
  })

  it('is queued at once where the environment allows as much, and tells before and after', async () => {
    const { ask, numAsked, environments, environment, team } = await setUp(large)
    await environments.setDeploymentRule(team.member, {
      id: environment.id,
      name: 'costStepUsd',
      value: 1_000_000,
    })
    expect(await ask()).toMatchObject({
      result: 'SUCCESS',
      atMostPerHour: { before: expect.any(Number) as number },
    })
    expect(await numAsked()).toBe(1)
    await expect(
      environments.setDeploymentRule(team.member, { id: environment.id, name: 'costStepUsd', value: -1 }),
    ).rejects.toMatchObject({ code: 'invalid' })
  })

  it('asks for every rise where the bound is 0, and never for what costs the same or less', async () => {
    const more = await setUp({ count: 12 })
    await more.environment.update({ costStepUsd: 0 })
    expect(await more.ask()).toMatchObject({ showFirstDeployWarning: true })
    const same = await setUp({})
    await same.environment.update({ costStepUsd: 0 })
    const answer = await same.ask()
    expect(answer).toMatchObject({ result: 'SUCCESS' })
    expect(answer.atMostPerHour).toBeUndefined()
  })
})

it.each([
  { from: 50, to: 151, isStep: true },
  { from: 500, to: 600, isStep: false },
  { from: 60, to: 121, isStep: true },
  { from: 20, to: 41, isStep: false },
  { from: 5, to: 14, isStep: false },
  { from: 0, to: 90, isStep: false },
  { from: 3_000, to: 48, isStep: false },
])('from $from to $to USD a month is a step of the cost: $isStep', ({ from, to, isStep }) => {
  expect(isCostStep({ before: from / 730, after: to / 730 }, { costStepUsd: 100 })).toBe(isStep)
})
