import { describe, expect, it } from 'vitest'
import { deploymentMessages } from '../../app/messages/deployment-messages'
import { ApplicationOverride } from '../../db/models/application-override'
import { Deployment } from '../../db/models/deployment'
import { Team } from '../../db/models/team'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const server = useAppServer(useTestDatabase())

const checkbox = 'type="checkbox" name="firstDeployApproved"'
const asksFor = (html: string) =>
  /name="firstDeployApproved"[^>]*type="checkbox"/.test(html) || html.includes(checkbox)
const fault = 'Confirm the AWS charges to continue.'

async function setUp(email: string, { isConfirmed = false } = {}) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  if (isConfirmed) await Team.update({ deploymentCostApprovedAt: new Date() }, { where: { id: teamId } })
  const account = await buildReadyAccount({ teamId })
  const environment = await buildEnvironment(account)
  const application = await buildApplication(teamId)
  const version = await buildVersion(application)
  const path = `/portal/environments/create-deployment?id=${environment.id}`
  const deploy = { ticked: application.id, versionId: version.id }
  const large = () => application.update({ count: 40, cpu: '4', memoryMb: 8_000 })
  return { browser, account, environment, application, version, path, deploy, large }
}

describe('what it costs is confirmed', () => {
  it('with the first environment, by a checkbox of its form, and never again', async () => {
    const { browser, account } = await setUp('environment@example.com')
    const path = '/portal/environments/create'
    const { text } = await browser.open(path)
    expect(text).toContain(deploymentMessages.costWarning.text)
    expect(asksFor(text)).toBe(true)
    const fields = { environmentName: 'Staging', awsAccountId: account.id }
    const refused = await browser.submit(path, 'createEnvironment', fields)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(fault)
    const created = await browser.submit(path, 'createEnvironment', { ...fields, firstDeployApproved: 'on' })
    expect(created.status).toBe(302)
    expect(asksFor((await browser.open(path)).text)).toBe(false)
  })

  it('with the first deployment, by a checkbox of its form, and never again', async () => {
    const { browser, path, deploy } = await setUp('deployment@example.com')
    expect(asksFor((await browser.open(path)).text)).toBe(true)
    expect((await browser.submit(path, 'deploy', deploy)).text).toContain(fault)
    expect((await browser.submit(path, 'deploy', { ...deploy, firstDeployApproved: 'on' })).status).toBe(302)
    expect(asksFor((await browser.open(path)).text)).toBe(false)
  })

  it('of a rise that nobody could know before, by a question that is no fault, and then by a fault', async () => {
    const { browser, environment, path, deploy, version, large } = await setUp('step@example.com', {
      isConfirmed: true,
    })
    await buildDeployment(environment, [version])
    await large()
    expect(asksFor((await browser.open(path)).text)).toBe(false)
    const asked = await browser.submit(path, 'deploy', deploy)
    expect(asked.text).toContain('This raises the cost of the environment')
    expect(asked.text).not.toContain(fault)
    expect(asksFor(asked.text)).toBe(true)
    const again = await browser.submit(path, 'deploy', { ...deploy, costAsked: 'again' })
    expect(again.text).toContain('This raises the cost of the environment')
    expect(again.text).toContain(fault)
    const sent = await browser.submit(path, 'deploy', { ...deploy, firstDeployApproved: 'on' })
    expect(sent.status).toBe(302)
    expect(await Deployment.count({ where: { environmentId: environment.id } })).toBe(2)
  })

  it('of more processes, by a question of the form that scales and of the overrides, of /v1 and of nothing that costs less', async () => {
    const { browser, environment, application, version, large } = await setUp('scale@example.com', {
      isConfirmed: true,
    })
    await large()
    await application.update({ count: 1 })
    await buildDeployment(environment, [version])
    const { id: environmentId } = environment
    const { id: applicationId } = application
    const counts = async () =>
      (await ApplicationOverride.findAll({ where: { environmentId } })).map(({ count }) => count)
    const path = `/portal/environments/scale?id=${environmentId}&applicationId=${applicationId}`
    expect(asksFor((await browser.open(path)).text)).toBe(false)
    const asked = await browser.submit(path, 'scale', { numProcesses: '40' })
    expect(asked.text).toContain('This raises the cost of the environment')
    expect(asked.text).not.toContain(fault)
    expect(asksFor(asked.text)).toBe(true)
    const again = await browser.submit(path, 'scale', { numProcesses: '40', costAsked: 'again' })
    expect(again.text).toContain(fault)
    const overrides = `/portal/environments/detail?id=${environmentId}&tab=overrides`
    const refused = await browser.submit(overrides, 'override', { numProcesses: '40', override: 'on' })
    expect(refused.text).toContain('This raises the cost of the environment')
    const call = `/v1/environment/${environmentId}/process/${applicationId}`
    const answer = await browser.call('POST', call, { override: true, numProcesses: 40 })
    expect(answer.json()).toMatchObject({
      showFirstDeployWarning: true,
      costStep: { after: expect.any(Number) },
    })
    expect(await counts()).toEqual([])

    const sent = await browser.submit(path, 'scale', { numProcesses: '40', firstDeployApproved: 'on' })
    expect(sent.status).toBe(302)
    expect(await counts()).toEqual([40])
    expect((await browser.submit(path, 'scale', { numProcesses: '2' })).status).toBe(302)
    expect(await counts()).toEqual([2])
  })

  it('of a promotion that raises it, before it is sent', async () => {
    const { browser, account, environment, version, large } = await setUp('promotion@example.com', {
      isConfirmed: true,
    })
    await buildDeployment(environment, [version])
    await large()
    const target = await buildEnvironment(account, 'Target')
    const path = `/portal/environments/create-deployment?id=${target.id}&tab=promote`
    const { text } = await browser.open(path)
    expect(text).toContain('This raises the cost of the environment')
    expect(asksFor(text)).toBe(true)
    expect((await browser.submit(path, 'promote')).text).toContain(fault)
    expect((await browser.submit(path, 'promote', { firstDeployApproved: 'on' })).status).toBe(302)
  })
})
