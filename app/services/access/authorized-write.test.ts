import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { QueryTypes } from 'sequelize'
import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { DomainError } from '../../../core/errors'
import { Deployment } from '../../../db/models/deployment'
import { User } from '../../../db/models/user'
import { buildAutomation, buildPerson, signIn } from '../../../tests/builders/actors'
import {
  buildDependencies,
  buildDeployment,
  buildReadyAccount,
  buildTeam,
} from '../../../tests/builders/deployment-core'
import { hold } from '../../../tests/builders/held-transaction'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import { createServices } from '../services'
import { authorizedWrite } from './authorized-write'

const database = useTestDatabase()

function setUp() {
  const { dependencies } = buildDependencies(database.sequelize)
  return { dependencies, services: createServices(dependencies) }
}

function deferred() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

describe('a write', () => {
  it('gets the actor as they are now, and not as they were when the request came', async () => {
    const { dependencies } = setUp()
    const { admin } = await buildTeam()
    await User.update({ name: 'Grace' }, { where: { id: admin.userId } })
    const seen = await authorizedWrite(dependencies, admin, { access: 'admin' }, async (actor) => actor)
    expect(seen).toEqual({ ...admin, name: 'Grace' })
  })

  it('is refused to somebody who comes with the session of another person', async () => {
    const { dependencies } = setUp()
    const { admin, member } = await buildTeam()
    const work = async () => ({})
    const planted = { ...admin, sessionId: member.sessionId }
    await expect(authorizedWrite(dependencies, planted, { access: 'member' }, work)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  it('is not begun within another transaction, whose locks it would follow', async () => {
    const { dependencies } = setUp()
    const { admin } = await buildTeam()
    const write = () => authorizedWrite(dependencies, admin, { access: 'member' }, async () => ({}))
    await expect(authorizedWrite(dependencies, admin, { access: 'member' }, write)).rejects.toThrow(
      'at the start of its transaction',
    )
  })

  it('keeps its actor from being deleted until it is done', async () => {
    const { dependencies, services } = setUp()
    const { admin, teamId } = await buildTeam()
    const rival = await buildPerson(teamId, { isAdmin: true })
    const order: string[] = []
    const begun = deferred()
    const mayEnd = deferred()
    const write = authorizedWrite(dependencies, admin, { access: 'member' }, async () => {
      begun.resolve()
      await mayEnd.promise
      order.push('written')
      return {}
    })
    await begun.promise
    const deletion = services.users.deleteUser(rival, admin.userId).then(() => order.push('deleted'))
    const observed = await hold(database.url, 'SELECT 1', [])
    await observed.untilWaitedFor(deletion)
    await observed.commit()
    mayEnd.resolve()
    await Promise.all([write, deletion])
    expect(order).toEqual(['written', 'deleted'])
  })
})

/** What people of one team do to each other and to its things, at the same moment. */
async function buildScene() {
  const { services } = setUp()
  const { teamId, admin, member } = await buildTeam()
  const admins = [
    admin,
    await buildPerson(teamId, { isAdmin: true }),
    await buildPerson(teamId, { isAdmin: true }),
  ]
  const people = [...admins, await signIn(admin.userId), member]
  const automation = await buildAutomation(teamId)
  const account = await buildReadyAccount({ teamId })
  const environment = await buildEnvironment(account)
  const application = await buildApplication(teamId)
  const version = await buildVersion(application)
  const patch = {
    environmentId: environment.id,
    applicationVersionIdToDeploy: version.id,
    firstDeployWarningApproved: true,
  }
  const { users, applications, environments, deployments, awsAccounts, accounts, secondFactor, sessions } =
    services
  const { deviceLogin, madeLately, webhooks } = services
  await webhooks.createWebhook(admin, { url: 'https://hooks.example.com/x' })
  const staging = await buildEnvironment(account, 'Staging')
  const past = await buildDeployment(
    staging,
    [await buildVersion(application, 'past')],
    deploymentStates.RETIRED,
  )
  const live = await buildDeployment(staging, [version])
  const { environmentVersionsState } = await deployments.getPromoteView(admin, environment.id)
  /** They let it in, and it asks for its session. */
  const letIn = async (by: HumanActor) => {
    const { deviceCode, userCode } = await deviceLogin.startDeviceLogin()
    const { id } = await deviceLogin.claimDeviceLogin(by, userCode)
    await deviceLogin.approveDeviceLogin(by, { id })
    await deviceLogin.exchangeDeviceCode(deviceCode)
  }
  const acts: Record<string, (by: HumanActor, to: HumanActor) => Promise<unknown>> = {
    'delete a person': (by, to) => users.deleteUser(by, to.userId),
    'demote a person': (by, to) => users.setAdmin(by, { userId: to.userId, isAdmin: false }),
    'promote a person': (by, to) => users.setAdmin(by, { userId: to.userId, isAdmin: true }),
    'end sessions of a person': (by, to) => users.endUserSessions(by, to.userId),
    'end own other sessions': (by) => madeLately.logOutElsewhere(by),
    'end one own session': async (by) => {
      const { sessions: own } = await secondFactor.getSecurity(by)
      for (const { id, isCurrent } of own.slice(0, 2)) if (!isCurrent) await sessions.endSession(by, id)
    },
    'let a command line in': letIn,
    'make a second factor': (by) => secondFactor.createAuthenticatorToken(by),
    'choose own mails': (by) => accounts.setMails(by, ['live']),
    'name the team': (by) => accounts.setTeamName(by, 'Acme'),
    'choose notifications': (by) =>
      environments.setNotifications(by, { id: environment.id, mailEvents: [], webhookEvents: ['live'] }),
    'add the webhook': (by) => webhooks.createWebhook(by, { url: 'https://hooks.example.com/y' }),
    'change the webhook': (by) => webhooks.editWebhook(by, { teamEvents: [] }),
    'rotate the secret of the webhook': (by) => webhooks.rotateWebhookSecret(by),
    'try the webhook': (by) => webhooks.sendTestMessage(by),
    'delete the webhook': (by) => webhooks.deleteWebhook(by),
    'leave the mailing list': (by) => accounts.setMailingList(by, false),
    'make an integration user': (by) => users.createIntegrationUser(by, { name: randomUUID() }),
    'make a token': (by) => users.createIntegrationToken(by, automation.integrationUserId),
    'delete an integration user': (by) => users.deleteUser(by, automation.integrationUserId),
    'make an application': (by) =>
      applications.createApplication(by, {
        applicationName: `a_${randomUUID().replaceAll('-', '_')}`,
        cpuCount: 1,
        memoryMb: 256,
        dockerBaseUrl: 'sdo/sample',
        numProcesses: 1,
        submissionId: 'one for all',
      }),
    'declare a version': () =>
      applications.declareVersion(automation, {
        integrationId: application.integrationId,
        dockerImageTag: '2',
      }),
    deploy: (by) => deployments.patchDeployment(by, patch),
    promote: async (by) =>
      deployments.promoteDeployment(by, {
        environmentVersionId: live.environmentVersionId ?? '',
        expectedEnvironmentVersionState: environmentVersionsState,
        targetEnvironmentId: environment.id,
        firstDeployWarningApproved: true,
      }),
    revert: async (by) => {
      const view = {
        environmentId: live.environmentId,
        environmentVersionId: past.environmentVersionId ?? '',
      }
      const { environmentVersionsState } = await deployments.getRevertView(admin, view)
      return deployments.revertDeployment(by, {
        environmentVersionId: view.environmentVersionId,
        expectedEnvironmentVersionState: environmentVersionsState,
        firstDeployWarningApproved: true,
      })
    },
    stop: async (by) => {
      const waiting = await Deployment.findOne({ where: { environmentId: environment.id } })
      return deployments.stopDeployment(by, waiting?.id ?? '')
    },
    retry: async (by) => {
      const failed = await Deployment.findOne({ where: { environmentId: environment.id } })
      return deployments.retryDeployment(by, {
        deploymentId: failed?.id ?? '',
        firstDeployWarningApproved: true,
      })
    },
    'make an environment': (by) =>
      environments.createEnvironment(by, {
        environmentName: `e_${randomUUID().replaceAll('-', '_')}`,
        awsAccountId: account.id,
        firstDeployMessageApproved: true,
      }),
    'override an application': (by) =>
      environments.overrideApplication(by, {
        environmentId: environment.id,
        applicationId: application.id,
        override: true,
        numProcesses: 2,
      }),
    'aim automatic deployments': (by) =>
      applications.setAutoDeployTarget(by, {
        applicationId: application.id,
        environmentId: environment.id,
      }),
    'close an account to environments': (by) =>
      awsAccounts.setEnvironmentHolder(by, { id: account.id, isEnvironmentHolder: false }),
    'delete the environment': (by) => environments.deleteEnvironment(by, environment.id),
    'delete the team': (by) => accounts.deleteAccount(by),
  }
  return { acts, people, teamId }
}

const actNames = [
  'delete a person',
  'demote a person',
  'promote a person',
  'end sessions of a person',
  'end own other sessions',
  'let a command line in',
  'make a second factor',
  'leave the mailing list',
  'make an integration user',
  'make a token',
  'delete an integration user',
  'make an application',
  'declare a version',
  'deploy',
  'promote',
  'revert',
  'stop',
  'retry',
  'make an environment',
  'override an application',
  'aim automatic deployments',
  'close an account to environments',
  'delete the environment',
  'delete the team',
]

const steps = fc.array(fc.record({ act: fc.constantFrom(...actNames), by: fc.nat(4), to: fc.nat(4) }), {
  minLength: 4,
  maxLength: 12,
})

const countDeadlocks = async () => {
  const [row] = await database.sequelize.query<{ deadlocks: number }>(
    'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
    { type: QueryTypes.SELECT },
  )
  return row?.deadlocks
}

describe('writes at the same moment', () => {
  it(
    'never wait for each other for ever, whatever they are, and leave a team with an admin',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (chosen) => {
          const { acts, people, teamId } = await buildScene()
          const outcomes = await Promise.allSettled(
            chosen.map(({ act, by, to }) => acts[act]?.(people[by] as HumanActor, people[to] as HumanActor)),
          )
          for (const outcome of outcomes)
            if (outcome.status === 'rejected' && !(outcome.reason instanceof DomainError))
              throw outcome.reason
          const [left, admins] = await Promise.all([
            User.count({ where: { teamId } }),
            User.count({ where: { teamId, isAdmin: true } }),
          ])
          if (left > 0) expect(admins).toBeGreaterThan(0)
        }),
        { numRuns: 50 },
      )
      expect(await countDeadlocks()).toBe(0)
    },
  )
})
