import { expect, it } from 'vitest'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildProcess } from '../builders/environment-parts'
import { buildEnvironmentStatus } from '../builders/resource-status'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const server = useAppServer(useTestDatabase())

const available = (status: 'True' | 'False') => ({
  type: 'Available' as const,
  status,
  reason: 'Ready' as const,
  message: '',
  lastTransitionTime: new Date(0).toISOString(),
  observedGeneration: 1,
})

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
  const application = await buildApplication(teamId)
  const { id: deployment } = await buildDeployment(environment, [await buildVersion(application)])
  const message = 'The role of the environment manager is gone.'
  const fail = (isServing: boolean) =>
    environment.update({
      statusType: 'FAILURE',
      statusMessage: message,
      status: buildEnvironmentStatus({ conditions: [available(isServing ? 'True' : 'False')] }),
    })
  const pages = ['/portal/environments', `/portal/environments/detail?id=${environment.id}`]
  return { browser, environment, application, deployment, message, fail, pages }
}

it('an environment in which everything serves needs attention, and is unhealthy only where something does not serve', async () => {
  const { browser, environment, message, fail, pages } = await setUp('attention@example.com')
  const call = `/v1/view-controller/environment/${environment.id}/status`
  await fail(true)
  for (const page of pages) {
    const { text } = await browser.open(page)
    expect(text).toContain('Needs attention')
    expect(text).not.toContain('Unhealthy, check the logs')
    expect(text).toContain(message)
  }
  expect((await browser.call('GET', call)).json()).toMatchObject({
    statusType: 'FAILURE',
    needsAttention: true,
  })
  await fail(false)
  for (const page of pages) {
    const { text } = await browser.open(page)
    expect(text).toContain('Unhealthy, check the logs')
    expect(text).not.toContain('Needs attention')
  }
  expect((await browser.call('GET', call)).json()).not.toHaveProperty('needsAttention')
})

it('a process in a crash loop is not green while it is up in between', async () => {
  const { browser, environment, application, deployment } = await setUp('crash-loop@example.com')
  const of = { applicationId: application.id, deployment, phase: 'Serving' as const }
  const showing = async (more: object) => {
    const processes = [buildProcess('p1', { ...of, ...more }), buildProcess('p2', of)]
    await environment.update({ statusType: 'READY', status: buildEnvironmentStatus({ processes }) })
    const page = `/portal/environments/detail?id=${environment.id}`
    return [(await browser.open(page)).text, (await browser.open(`${page}&tab=resources`)).text] as const
  }
  const [overview, resources] = await showing({ restarts: 4, crashLoopEpoch: 1 })
  expect(overview).toContain('Keeps crashing')
  expect(resources).toContain('Unstable')
  const [well, wellResources] = await showing({})
  expect(well).not.toContain('Keeps crashing')
  expect(wellResources).not.toContain('Unstable')
})
