import { expect, it } from 'vitest'
import { minuteMilliseconds as minute } from '../../core/time/durations'
import { Environment } from '../../db/models/environment'
import { User } from '../../db/models/user'
import { keepRequestsRead } from '../../db/queries/idle'
import { sleepIdle } from '../../app/services/idle-sleep/sleep-idle'
import { useAppServer } from '../builders/app-server'
import { buildDependencies } from '../builders/dependencies'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildReadRequests } from '../builders/read-requests'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const server = useAppServer(database)

it('sleep without requests is refused at its field, saved, and says why the environment stays awake and what put it to sleep', async () => {
  const email = 'idle@example.com'
  const browser = await server.signUp(email)
  const { clock } = server
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
  const version = await buildVersion(await buildApplication(teamId))
  await buildDeployment(environment, [version], undefined, new Date(clock.now() - 50 * minute))
  const page = `/portal/environments/detail?id=${environment.id}&tab=settings`
  const submit = (minutes: string) => browser.submit(page, 'setSleepAfter', { sleepAfterMinutes: minutes })
  expect((await browser.open(page)).text).toContain('No request wakes it')

  const refused = await submit('60')
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Turn on Request metrics first: they show whether requests come.')
  await environment.update({ requestMetrics: 'CLOUDWATCH' })
  expect((await submit('60')).text).toContain('Deploy an application with an exposed port first')
  await buildReadRequests(environment, version.applicationId)
  expect((await submit('5')).text).toContain('0 (never), or from 15 to 10,080, not “5”.')
  expect((await submit('60')).status).toBe(302)
  expect((await browser.open(page)).text).toContain('Request metrics do not go back far enough yet.')

  const read = (minutes: number) =>
    keepRequestsRead(database.sequelize, {
      environmentIds: [environment.id],
      fromEpoch: clock.now() - minutes * minute,
      untilEpoch: clock.now(),
    })
  await read(120)
  expect((await browser.open(page)).text).toContain('It has not been awake for long enough yet.')
  await clock.advance(10 * minute)
  await read(10)
  await sleepIdle({ ...buildDependencies(database.sequelize).dependencies, clock })
  expect((await Environment.findByPk(environment.id))?.sleep?.lastAct).toMatchObject({ by: 'idle' })
  for (const tab of [page, `/portal/environments/detail?id=${environment.id}`]) {
    const { text } = await browser.open(tab)
    expect(text).toContain('after a time without requests')
    expect(text).not.toContain('stays awake')
  }
  const audit = await browser.open('/portal/audit-log')
  expect(audit.text).toContain('minutesWithoutRequests')
})
