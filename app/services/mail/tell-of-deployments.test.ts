import { describe, expect, it } from 'vitest'
import { mailEvents, type MailEvent } from '../../../core/deployment/mail-events'
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
import { readMailContent } from './mail-content'
import { tellOfDeployments } from './tell-of-deployments'

const database = useTestDatabase()
const { FAILED, RETIRED, DEPLOYING } = deploymentStates

async function setUp(chosen?: MailEvent[]) {
  const { dependencies } = buildDependencies(database.sequelize)
  const { environments } = buildServices(database.sequelize)
  const team = await buildTeam()
  const stranger = await buildPerson(team.teamId)
  const environment = await buildEnvironment(await buildReadyAccount(team))
  if (chosen) await environments.setMailEvents(team.member, { id: environment.id, mailEvents: chosen })
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
    for (const chosen of [[], ['live'], ['reverted'], [...mailEvents]] satisfies MailEvent[][]) {
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
      const expected = chosen.flatMap((event: MailEvent) => toBoth(subjects[event]))
      expect(await mails(), chosen.join()).toEqual(expected.sort())
    }
  })

  it('leave out what somebody did: a stop, a refusal, and a saved setting', async () => {
    const { build, tell, mails } = await setUp([...mailEvents])
    await build(FAILED, { stoppedBy: 'Max' })
    await build(FAILED, { declinedBy: 'Ada' })
    await build(undefined, { kind: 'spot-strategy' })
    await tell()
    expect(await mails()).toEqual([])
  })

  it('are not sent later for what ended before they were wanted', async () => {
    const { build, tell, mails, team, environment, environments } = await setUp([])
    await build(FAILED)
    await tell()
    await environments.setMailEvents(team.member, { id: environment.id, mailEvents: ['failed'] })
    await tell()
    expect(await mails()).toEqual([])
    const { mailEvents: saved } = await environments.getEnvironment(team.member, environment.id)
    expect(saved).toEqual(['failed'])
  })
})
