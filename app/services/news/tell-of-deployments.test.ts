import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { environmentNews, type EnvironmentNews } from '../../../core/news/news-kinds'
import { deploymentStates } from '../../../core/resources/wire-states'
import type { Deployment } from '../../../db/models/deployment'
import { MailMessage } from '../../../db/models/mail-message'
import {
  buildDependencies,
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
} from '../../../tests/builders/deployment-core'
import { buildPerson } from '../../../tests/builders/actors'
import { buildEnvironment } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { readMailContent } from '../mail/mail-content'
import { tellOfDeployments } from './tell-of-deployments'

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
  return { build, tell, mails, toBoth, team, environment, environments }
}

describe('mails about deployments', () => {
  it('tell admins and whoever asked of a failure, once, however many tell it at a time', async () => {
    const { build, tell, mails, toBoth } = await setUp()
    await build(undefined)
    await build(FAILED)
    await build(DEPLOYING)
    await Promise.all([tell(), tell(), tell()])
    await tell()
    expect(await mails()).toEqual(toBoth('Deployment 2 failed'))
  })

  it('tell of what the environment has chosen, and of nothing else', async () => {
    const ends: EnvironmentNews[] = ['failed', 'live', 'reverted']
    for (const chosen of [[], ['live'], ['reverted'], ends] satisfies EnvironmentNews[][]) {
      const { build, tell, mails, toBoth } = await setUp(chosen)
      const { id: aboutId } = await build(RETIRED)
      await build(FAILED)
      await build(DEPLOYING, { kind: 'undo', aboutId })
      await tell()
      const subjects = {
        live: 'Deployment 1 is live',
        failed: 'Deployment 2 failed',
        reverted: 'Deployment 1 is undone',
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
    const { build, tell, mails, team } = await setUp()
    const admin = await buildPerson(team.teamId, { isAdmin: true })
    await build(AWAITING_APPROVAL, { requestedBy: admin.userId })
    await tell()
    await tell()
    expect(await mails()).toEqual([`${team.admin.email}: Deployment 1 waits for approval`])
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
})
