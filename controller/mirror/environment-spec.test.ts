import { expect, it } from 'vitest'
import { buildReadyAccount, buildTeam } from '../../tests/builders/deployment-core'
import { buildEnvironment } from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { loadEnvironmentSpec } from './environment-spec'

useTestDatabase()

it('says what an environment goes on without, and nothing where that is nothing, as before there was a choice', async () => {
  const environment = await buildEnvironment(await buildReadyAccount(await buildTeam()))
  await environment.reload()
  expect((await loadEnvironmentSpec(environment)).goesOnWithout).toBeUndefined()
  await environment.update({ goesOnWithout: 'INSTANCE' })
  expect((await loadEnvironmentSpec(environment)).goesOnWithout).toBe('INSTANCE')
})

it('says when it sleeps, and nothing of one that has never slept', async () => {
  const environment = await buildEnvironment(await buildReadyAccount(await buildTeam()))
  await environment.reload()
  expect((await loadEnvironmentSpec(environment)).sleep).toBeUndefined()
  const sleep = {
    schedule: { timeZone: 'UTC', sleep: '0 20 * * *', wake: '0 8 * * *', setEpoch: 1 },
    lastAct: { isAsleep: true, epoch: 2, by: 'person' as const },
  }
  await environment.update({ sleep })
  expect((await loadEnvironmentSpec(environment)).sleep).toEqual(sleep)
})
