import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { environmentNews, type EnvironmentNews } from '../../../core/news/news-kinds'
import { deploymentStates } from '../../../core/resources/wire-states'
import type { Deployment } from '../../../db/models/deployment'
import { MailMessage } from '../../../db/models/mail-message'
import { WebhookDelivery } from '../../../db/models/webhook-delivery'
import {
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
} from '../../../tests/builders/deployment-core'
import { buildPerson } from '../../../tests/builders/actors'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { escapeHtml } from '../../mail/escape-html'
import { readMailContent } from '../mail/mail-content'
import { createServices } from '../services'
import { tellOfDeployments } from './tell-of-deployments'
import { buildDependencies } from '../../../tests/builders/dependencies'

const database = useTestDatabase()
const { FAILED, RETIRED, DEPLOYING, AWAITING_APPROVAL } = deploymentStates

async function setUp(chosen?: EnvironmentNews[]) {
  const { dependencies } = buildDependencies(database.sequelize)
  const { environments } = buildServices(database.sequelize)
  const team = await buildTeam()
  const stranger = await buildPerson(team.teamId)
  const environment = await buildEnvironment(await buildReadyAccount(team))
  if (chosen)
    await environments.setNotifications(team.member, {
      id: environment.id,
      mailEvents: chosen,
      webhookEvents: [],
    })
  const tell = () => tellOfDeployments(dependencies)
  const build = async (state: Parameters<typeof buildDeployment>[2], changes: Partial<Deployment> = {}) => {
    const deployment = await buildDeployment(environment, [], state)
    return deployment.update({ requestedBy: team.member.userId, ...changes })
  }
  const mails = async () =>
    (
      await MailMessage.findAll({
        where: { recipient: [team.admin, team.member, stranger].map((one) => one.email) },
      })
    )
      .map((mail) => [mail.recipient, readMailContent(dependencies, mail).subject].join(': '))
      .sort()
  const toBoth = (subject: string) =>
    [team.admin, team.member].map(({ email }) => `${email}: ${subject}`).sort()
  const deploymentIs = (sequence: number, what: string) =>
    `Deployment ${sequence} to ${environment.name} ${what}`
  return { build, tell, mails, toBoth, deploymentIs, team, environment, environments, dependencies }
}

describe('mails about deployments', () => {
  it('tell admins and whoever asked of a failure, once, however many tell it at a time', async () => {
    const { build, tell, mails, toBoth, deploymentIs } = await setUp()
    await build(undefined)
    await build(FAILED)
    await build(DEPLOYING)
    await Promise.all([tell(), tell(), tell()])
    await tell()
    expect(await mails()).toEqual(toBoth(deploymentIs(2, 'failed')))
  })

  it('tell of what the environment has chosen, and of nothing else', async () => {
    const ends: EnvironmentNews[] = ['failed', 'live', 'reverted']
    for (const chosen of [[], ['live'], ['reverted'], ends] satisfies EnvironmentNews[][]) {
      const { build, tell, mails, toBoth, deploymentIs } = await setUp(chosen)
      const { id: aboutId } = await build(RETIRED)
      await build(FAILED)
      await build(DEPLOYING, { kind: 'undo', aboutId })
      await tell()
      const subjects = {
        live: deploymentIs(1, 'is live'),
        failed: deploymentIs(2, 'failed'),
        reverted: deploymentIs(1, 'was undone'),
      }
      const expected = chosen.flatMap((event: EnvironmentNews) =>
        toBoth(subjects[event as keyof typeof subjects]),
      )
      expect(await mails(), chosen.join()).toEqual(expected.sort())
    }
  })

  it('leave out what somebody did: a stop, a refusal, and a saved setting', async () => {
    const { build, tell, mails } = await setUp([...environmentNews])
    await build(FAILED, { stoppedBy: 'Max' })
    await build(FAILED, { declinedBy: 'Ada' })
    await build(FAILED, { supersededBy: randomUUID() })
    await build(undefined, { kind: 'spot-strategy' })
    await tell()
    expect(await mails()).toEqual([])
  })

  it('tell those who may approve a deployment, and not whoever asked, that it waits for them', async () => {
    const { build, tell, mails, team, deploymentIs } = await setUp()
    const admin = await buildPerson(team.teamId, { isAdmin: true })
    await build(AWAITING_APPROVAL, { requestedBy: admin.userId })
    await tell()
    await tell()
    expect(await mails()).toEqual([`${team.admin.email}: ${deploymentIs(1, 'waits for approval')}`])
  })

  it('are not sent later for what ended before they were wanted', async () => {
    const { build, tell, mails, team, environment, environments } = await setUp([])
    await build(FAILED)
    await tell()
    await environments.setNotifications(team.member, {
      id: environment.id,
      mailEvents: ['failed'],
      webhookEvents: [],
    })
    await tell()
    expect(await mails()).toEqual([])
    const { mailEvents: saved } = await environments.getEnvironment(team.member, environment.id)
    expect(saved).toEqual(['failed'])
  })

  it('say of a failure what the webhook says: what, where, why, who asked, and the last lines, without secrets', async () => {
    const { tell, team, environment, environments, dependencies } = await setUp()
    const { webhooks } = createServices(dependencies)
    await webhooks.createWebhook(team.admin, { url: 'https://hooks.example.com/x' })
    await environments.setNotifications(team.member, {
      id: environment.id,
      mailEvents: ['failed'],
      webhookEvents: ['failed'],
    })
    const application = await buildApplication(team.teamId, 'Web')
    await application.update({ environmentVariables: { API_KEY: 'hunter2-hunter2' } })
    const deployment = await buildDeployment(environment, [await buildVersion(application, 'v7')], FAILED)
    await deployment.update({
      requestedBy: team.member.userId,
      message: 'Web crashed 3 times <b>.',
      output: ['reading settings', 'API_KEY=(hidden)', '<script>'],
    })
    await tell()
    const [mail] = await MailMessage.findAll({ where: { recipient: team.admin.email } })
    const { text, html } = mail ? readMailContent(dependencies, mail) : {}
    const page = `${dependencies.publicUrl}/portal/environments/deployment?id=${environment.id}&deploymentId=${deployment.id}`
    const said = [
      `Deployment 1 to ${environment.name} failed`,
      'Application: Web',
      'Version: v7',
      `Requested by: ${team.member.name}`,
      'Web crashed 3 times <b>. Whatever ran before still runs.',
      'API_KEY=(hidden)',
      '<script>',
    ]
    for (const part of [...said, `Environment: ${environment.name}`, page]) {
      expect(text).toContain(part)
      expect(html).toContain(escapeHtml(part))
    }
    const [delivery] = await WebhookDelivery.findAll({ order: [['createdAt', 'DESC']], limit: 1 })
    const message = JSON.parse(delivery?.body ?? '') as { text: string; data: object }
    for (const part of said)
      expect(message.text).toContain(part.replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
    expect(message.data).toMatchObject({
      environment: { name: environment.name },
      deployment: {
        requestedBy: team.member.name,
        message: 'Web crashed 3 times <b>.',
        changes: [{ applicationName: 'Web', versionName: 'v7' }],
        output: ['reading settings', 'API_KEY=(hidden)', '<script>'],
      },
      page,
    })
    expect(`${text} ${html} ${delivery?.body}`).not.toContain('hunter2')
  })
})
