import { describe, expect, it } from 'vitest'
import { Application } from '../../db/models/application'
import { Deployment } from '../../db/models/deployment'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildHoursOfUse } from '../builders/hours-of-use'
import { readForms, shownValue } from '../builders/html-forms'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const server = useAppServer(database)

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
  const application = await buildApplication(teamId)
  await application.update({ cpu: '1', memoryMb: 2000, count: 20 })
  await buildDeployment(environment, [await buildVersion(application)])
  return { browser, environment, application }
}

const sizeIn = (page: string) => {
  const form = readForms(page).find(({ name }) => name === 'editConfig')
  return form && [shownValue(form, 'cpuCount'), shownValue(form, 'memoryMb')]
}

describe('a suggested size', () => {
  it('becomes the configuration by its button and the ordinary form, and nothing changes before that', async () => {
    const { browser, environment, application } = await setUp('right-size@example.com')
    const usage = `/portal/environments/detail?id=${environment.id}&tab=usage`
    expect((await browser.open(usage)).text).toContain('Measured for 0 of 72 hours in Production.')
    const of = { environmentId: environment.id, applicationId: application.id, now: Date.now() }
    await buildHoursOfUse(database.sequelize, of)
    const { text } = await browser.open(usage)
    expect(text).toContain('In 14 days a process used at most 0.21 cores in 95 % of minutes, and 640 MB.')
    expect(text).toMatch(/0\.35 cores and 900 MB would cost [\d,]+ USD a month less\./)
    const [, link = ''] = /href="([^"]*cpuCount=[^"]*)"/.exec(text) ?? []
    const page = link.replaceAll('&amp;', '&')
    const opened = await browser.open(page)
    expect(opened.text).toContain(
      '0.35 cores and 900 MB, instead of 1 core and 2,000 MB. It is not saved yet.',
    )
    expect(sizeIn(opened.text)).toEqual(['0.35', '900'])
    expect((await Application.findByPk(application.id))?.memoryMb).toBe(2000)
    const config = { applicationName: application.name, dockerBaseUrl: 'sdo/sample', numProcesses: '20' }
    const saved = await browser.submit(page, 'editConfig', { ...config, cpuCount: '0.35', memoryMb: '900' })
    expect(saved.status).toBe(302)
    expect(await Application.findByPk(application.id)).toMatchObject({ cpu: '0.350', memoryMb: 900 })
    expect(await Deployment.count({ where: { environmentId: environment.id } })).toBe(1)
    expect((await browser.open(usage)).text).toContain(
      'Another size is saved and takes effect with the next deployment.',
    )
  })

  it.each([
    'cpuCount=0&memoryMb=900',
    'cpuCount=0.35',
    'cpuCount=x&memoryMb=900',
    'cpuCount=0.35&memoryMb=1e99',
  ])('that the form would refuse is not shown in it: %s', async (query) => {
    const { browser, application } = await setUp(`right-${query.replaceAll(/\W/g, '-')}@example.com`)
    const { text } = await browser.open(`/portal/applications/detail?id=${application.id}&name=Shop&${query}`)
    expect(sizeIn(text)).toEqual(['1', '2000'])
    expect(text).not.toContain('not saved yet')
  })
})
