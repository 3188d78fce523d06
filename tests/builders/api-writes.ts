import { deploymentStates } from '../../core/resources/wire-states'
import type { Call } from '../../app/api/call'
import { Deployment } from '../../db/models/deployment'
import type { Actor, HumanActor } from '../../app/services/actor/actor'
import { Webhook } from '../../db/models/webhook'
import { anonymous, type buildAccountServices } from './accounts'
import { buildPerson } from './actors'
import { buildAuthenticator, codeAt } from './authenticator'
import { buildAccountNumber, buildDeployment, buildReadyAccount } from './deployment-core'
import { buildExternalNetwork, buildVpcId } from './external-networks'
import { builtSubject, testIssuer } from './identity-issuer'
import { buildHostedZone, buildZoneId, linkZone } from './hosted-zones'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildTrust,
  buildVersion,
} from './team-rows'

/** A call of /v1 that makes or changes something. */
export interface Write {
  /** An admin of the team, if nobody else. */
  actor?: Actor
  /** Without /v1. */
  path: string
  body?: unknown
}

const { QUEUED, FAILED, RETIRED, AWAITING_APPROVAL } = deploymentStates

const configBody = { cpuCount: 0.5, memoryMb: 256, dockerBaseUrl: 'sdo/other', numProcesses: 1 }

/** What only reads, though its method does not say so. */
const reads = ['POST /v1/account/queryLogin', 'POST /v1/view-controller/environment/{id}/logs/{type}']

/** The writes of a table of calls, as `POST /v1/process`. */
export const namesOfWrites = (table: Call[]): string[] =>
  table
    .filter(({ method, isWriteByGet }) => method !== 'GET' || isWriteByGet)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !reads.includes(name))

/** How each write of /v1 succeeds: for tests that go through all of them. */
export function buildApiWrites(bench: ReturnType<typeof buildAccountServices>, admin: HumanActor) {
  let made = 0
  const newName = () => `thing_${++made}`
  const newEmail = () => `${newName()}@example.com`
  const password = 'correct-horse'

  const buildAwsAccount = () => buildReadyAccount(admin, newName())
  /** One for all environments: a team may have only so many accounts. */
  let holder: ReturnType<typeof buildAwsAccount> | undefined

  /** For what changes nothing of the account: a team may have only so many. */
  const sharedAccount = () => (holder ??= buildAwsAccount())
  const webhookUrl = 'https://hooks.example.com/services/T0/B0'
  const ensureWebhook = async () => {
    const { webhook } = await bench.webhooks.getWebhook(admin)
    if (!webhook) await bench.webhooks.createWebhook(admin, { url: webhookUrl })
  }
  /** Something in the database for a call to be about. */
  const things = {
    awsAccount: buildAwsAccount,
    sharedAccount,
    environment: async () => buildEnvironment(await sharedAccount(), newName()),
    application: () => buildApplication(admin.teamId, newName()),
    person: async () =>
      (await bench.users.createHumanUser(admin, { name: 'Max', email: newEmail(), password })).id ?? '',
    integration: async () => (await bench.users.createIntegrationUser(admin, { name: newName() })).id,
  }

  /** An environment in which the second version of an application has replaced the first; one for all, for a team may have only so many. */
  const buildHistory = async () => {
    const [environment, application] = [await things.environment(), await things.application()]
    const retired = await buildDeployment(environment, [await buildVersion(application)], RETIRED)
    await buildDeployment(environment, [await buildVersion(application, 'v2')])
    return { environment, application, environmentVersionId: retired.environmentVersionId ?? '' }
  }
  let history: ReturnType<typeof buildHistory> | undefined
  /** As it is while nothing waits. */
  const quietHistory = async () => {
    const { environment, application, environmentVersionId } = await (history ??= buildHistory())
    await Deployment.destroy({
      where: { environmentId: environment.id, state: [QUEUED, FAILED, AWAITING_APPROVAL] },
    })
    return { environment, application, environmentVersionId }
  }

  /** A command line that waits for the decision of somebody who only just logged in. */
  const buildDeviceLogin = async () => {
    const { deviceCode, userCode } = await bench.deviceLogin.startDeviceLogin()
    const actor = await bench.registerVerified(newEmail())
    const { id } = await bench.deviceLogin.claimDeviceLogin(actor, userCode)
    return { actor, id, deviceCode }
  }

  /** A deployment that waits for approval, and nobody knows who asked. */
  const buildAwaiting = async () => {
    const version = await buildVersion(await things.application())
    const { environment } = await quietHistory()
    const deployment = await buildQueuedDeployment(environment, [addVersion(version)])
    return { environment, deployment: await deployment.update({ state: AWAITING_APPROVAL }) }
  }

  /** By method and path, what there has to be for a write to succeed, and the call that does. */
  const writes: Record<string, () => Promise<Write>> = {
    'POST /v1/account': async () => ({
      actor: anonymous,
      path: '/account',
      body: await bench.fillIn({ email: newEmail() }),
    }),
    'POST /v1/account/login': async () => ({
      actor: anonymous,
      path: '/account/login',
      body: { email: admin.email, password },
    }),
    'POST /v1/account/login/identity': async () => {
      const integrationUserId = await things.integration()
      await buildTrust(integrationUserId)
      const identityToken = await testIssuer.sign(bench.clock)
      return { actor: anonymous, path: '/account/login/identity', body: { integrationUserId, identityToken } }
    },
    'POST /v1/account/device-code': async () => ({ actor: anonymous, path: '/account/device-code' }),
    'POST /v1/account/device-token': async () => {
      const { actor, id, deviceCode } = await buildDeviceLogin()
      await bench.deviceLogin.approveDeviceLogin(actor, { id })
      return { actor: anonymous, path: '/account/device-token', body: { deviceCode } }
    },
    'POST /v1/account/device-login': async () => {
      const { userCode: code } = await bench.deviceLogin.startDeviceLogin()
      return { path: '/account/device-login', body: { code } }
    },
    'POST /v1/account/device-login/{id}/approve': async () => {
      const { actor, id } = await buildDeviceLogin()
      return { actor, path: `/account/device-login/${id}/approve` }
    },
    'POST /v1/account/device-login/{id}/refuse': async () => {
      const { actor, id } = await buildDeviceLogin()
      return { actor, path: `/account/device-login/${id}/refuse` }
    },
    'POST /v1/account/logout': async () => ({
      actor: await bench.register(newEmail()),
      path: '/account/logout',
    }),
    'POST /v1/account/logout-others': async () => {
      const actor = await bench.registerVerified(newEmail())
      await bench.signingIn.logIn(anonymous, { email: actor.email, password })
      return { actor, path: '/account/logout-others' }
    },
    'DELETE /v1/account/session/{id}': async () => {
      const actor = await bench.registerVerified(newEmail())
      await bench.signingIn.logIn(anonymous, { email: actor.email, password })
      const { sessions } = await bench.secondFactor.getSecurity(actor)
      const other = sessions.find(({ isCurrent }) => !isCurrent)
      return { actor, path: `/account/session/${other?.id}` }
    },
    'POST /v1/account/password': async () => {
      const actor = await bench.registerVerified(newEmail())
      const body = { currentPassword: password, newPassword: 'another-horse' }
      return { actor, path: '/account/password', body }
    },
    'POST /v1/account/forgot-password/new-password': async () => {
      const { email } = await bench.registerVerified(newEmail())
      await bench.passwords.requestPasswordReset({ email })
      await bench.passwords.sendPasswordResets()
      const mails = await bench.mail.listMail(email)
      const forgotToken = mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
      const body = { forgotToken, newPassword: 'another-horse' }
      return { actor: anonymous, path: '/account/forgot-password/new-password', body }
    },
    'POST /v1/account/auth-token/activate': async () => {
      const actor = await bench.registerVerified(newEmail())
      const { secretId: id, code } = await bench.secondFactor.createAuthenticatorToken(actor)
      const body = { id, token: codeAt(code, bench.clock.now()) }
      return { actor, path: '/account/auth-token/activate', body }
    },
    'DELETE /v1/account/auth-token/{id}': async () => {
      const actor = await bench.registerVerified(newEmail())
      const { id } = await buildAuthenticator(bench, actor)
      return { actor, path: `/account/auth-token/${id}`, body: { currentPassword: password } }
    },
    'POST /v1/account/recovery-codes': async () => {
      const actor = await bench.registerVerified(newEmail())
      await buildAuthenticator(bench, actor)
      return { actor, path: '/account/recovery-codes', body: { currentPassword: password } }
    },
    'POST /v1/terms/accept/{id}': async () => {
      const { currentTermsId } = await bench.accounts.getRegistration()
      const actor = await buildPerson(admin.teamId)
      return { actor, path: `/terms/accept/${currentTermsId}` }
    },
    'POST /v1/user/verify': async () => {
      const actor = await bench.register(newEmail())
      return { actor, path: '/user/verify', body: { token: await bench.newestCode(actor.email) } }
    },
    'POST /v1/user/human': async () => ({
      path: '/user/human',
      body: { name: 'Max', email: newEmail(), password },
    }),
    'PATCH /v1/user/permissions': async () => ({
      path: '/user/permissions',
      body: { userId: await things.person(), isAdmin: true },
    }),
    'POST /v1/user/{id}/logout': async () => ({ path: `/user/${await things.person()}/logout` }),
    'DELETE /v1/user/{id}': async () => ({ path: `/user/${await things.person()}` }),
    'POST /v1/user/integration': async () => ({ path: '/user/integration', body: { name: newName() } }),
    'GET /v1/user/integration/{id}/token': async () => ({
      path: `/user/integration/${await things.integration()}/token`,
    }),
    'POST /v1/user/integration/{id}/token': async () => ({
      path: `/user/integration/${await things.integration()}/token`,
      body: {},
    }),
    'DELETE /v1/user/token/{id}': async () => {
      const id = await things.integration()
      await bench.users.createIntegrationToken(admin, id)
      const { tokens } = await bench.users.getIntegrationUser(admin, id)
      return { path: `/user/token/${tokens[0]?.id ?? ''}` }
    },
    'POST /v1/user/integration/{id}/trust': async () => ({
      path: `/user/integration/${await things.integration()}/trust`,
      body: { issuer: testIssuer.issuer.address, subjectPattern: builtSubject },
    }),
    'DELETE /v1/user/trust/{id}': async () => ({
      path: `/user/trust/${(await buildTrust(await things.integration())).id}`,
    }),
    'POST /v1/aws-account': async () => ({
      path: '/aws-account',
      body: { name: newName(), awsAccountNumber: buildAccountNumber() },
    }),
    'POST /v1/aws-account/{id}/rename': async () => ({
      path: `/aws-account/${(await things.awsAccount()).id}/rename`,
      body: { newName: newName() },
    }),
    'PATCH /v1/aws-account/{id}/environment-holder': async () => ({
      path: `/aws-account/${(await things.awsAccount()).id}/environment-holder`,
      body: { isEnvironmentHolder: false },
    }),
    'DELETE /v1/aws-account/{id}': async () => ({ path: `/aws-account/${(await things.awsAccount()).id}` }),
    'DELETE /v1/aws-account/{id}/force': async () => ({
      path: `/aws-account/${(await things.awsAccount()).id}/force`,
    }),
    'POST /v1/aws-account/hosted-zone': async () => ({
      path: '/aws-account/hosted-zone',
      body: { hostedZoneId: buildZoneId(), existingAwsAccountId: (await things.awsAccount()).id },
    }),
    'DELETE /v1/aws-account/hosted-zone/{id}': async () => ({
      path: `/aws-account/hosted-zone/${(await buildHostedZone(await things.sharedAccount())).id}`,
    }),
    'POST /v1/aws-account/external-network': async () => ({
      path: '/aws-account/external-network',
      body: {
        vpcId: buildVpcId(),
        region: 'us-east-1',
        existingAwsAccountId: (await things.sharedAccount()).id,
      },
    }),
    'DELETE /v1/aws-account/external-network/{id}': async () => ({
      path: `/aws-account/external-network/${(await buildExternalNetwork(await things.sharedAccount())).id}`,
    }),
    'POST /v1/environment/{id}/linked-networks': async () => ({
      path: `/environment/${(await things.environment()).id}/linked-networks`,
      body: { newLinks: [(await buildExternalNetwork(await things.sharedAccount())).id] },
    }),
    'PATCH /v1/environment/{id}/hosted-zone/{zoneId}': async () => ({
      path: `/environment/${(await things.environment()).id}/hosted-zone/${(await buildHostedZone(await things.sharedAccount())).id}`,
    }),
    'PATCH /v1/environment/{id}/hosted-zone/{zoneId}/{subdomain}': async () => ({
      path: `/environment/${(await things.environment()).id}/hosted-zone/${(await buildHostedZone(await things.sharedAccount())).id}/staging`,
    }),
    'DELETE /v1/environment/{id}/hosted-zone': async () => {
      const environment = await things.environment()
      await linkZone(environment, await buildHostedZone(await things.sharedAccount()))
      return { path: `/environment/${environment.id}/hosted-zone` }
    },
    'POST /v1/process': async () => ({
      path: '/process',
      body: { ...configBody, applicationName: newName() },
    }),
    'PATCH /v1/process/{id}': async () => ({
      path: `/process/${(await things.application()).id}`,
      body: configBody,
    }),
    'DELETE /v1/process/{id}': async () => ({ path: `/process/${(await things.application()).id}` }),
    'PATCH /v1/process-version/{id}/name': async () => {
      const version = await buildVersion(await things.application())
      return { path: `/process-version/${version.id}/name`, body: { name: newName() } }
    },
    'PATCH /v1/process/{id}/auto-deploy-target/{environmentId}': async () => {
      const [application, environment] = [await things.application(), await things.environment()]
      return { path: `/process/${application.id}/auto-deploy-target/${environment.id}` }
    },
    'POST /v1/process/version': () => declaration('/process/version'),
    'POST /v1/application/version': () => declaration('/application/version'),
    'POST /v1/environment': async () => {
      const awsAccountId = (await things.awsAccount()).id
      const body = { environmentName: newName(), awsAccountId, firstDeployMessageApproved: true }
      return { path: '/environment', body }
    },
    'POST /v1/environment/{id}/set-name': async () => ({
      path: `/environment/${(await things.environment()).id}/set-name`,
      body: { name: newName() },
    }),
    'POST /v1/environment/{id}/spot-category': async () => ({
      path: `/environment/${(await things.environment()).id}/spot-category`,
      body: { spotAllowanceCategory: 'NONE' },
    }),
    'POST /v1/environment/{id}/watch-time': async () => ({
      path: `/environment/${(await quietHistory()).environment.id}/watch-time`,
      body: { watchMinutes: 10 },
    }),
    'POST /v1/environment/{id}/superseding': async () => ({
      path: `/environment/${(await quietHistory()).environment.id}/superseding`,
      body: { supersedesQueued: false },
    }),
    'POST /v1/environment/{id}/notifications': async () => ({
      path: `/environment/${(await things.environment()).id}/notifications`,
      body: { mailEvents: ['live'], webhookEvents: [] },
    }),
    'POST /v1/webhook': async () => {
      await Webhook.destroy({ where: { teamId: admin.teamId } })
      return { path: '/webhook', body: { url: webhookUrl } }
    },
    'PATCH /v1/webhook': async () => {
      await ensureWebhook()
      return { path: '/webhook', body: { teamEvents: ['token-expiring'] } }
    },
    'POST /v1/webhook/secret': async () => {
      await ensureWebhook()
      return { path: '/webhook/secret' }
    },
    'POST /v1/webhook/test': async () => {
      await ensureWebhook()
      return { path: '/webhook/test' }
    },
    'DELETE /v1/webhook': async () => {
      await ensureWebhook()
      return { path: '/webhook' }
    },
    'POST /v1/environment/{id}/protection': async () => {
      await buildPerson(admin.teamId, { isAdmin: true })
      const { environment } = await quietHistory()
      await environment.update({ isProtected: false })
      return { path: `/environment/${environment.id}/protection`, body: { isProtected: true } }
    },
    'POST /v1/environment/{id}/correct': async () => ({
      path: `/environment/${(await things.environment()).id}/correct`,
    }),
    'POST /v1/environment/{id}/process/{processId}': async () => {
      const [environment, application] = [await things.environment(), await things.application()]
      return {
        path: `/environment/${environment.id}/process/${application.id}`,
        body: { override: true, numProcesses: 3 },
      }
    },
    'DELETE /v1/environment/{id}': async () => ({ path: `/environment/${(await things.environment()).id}` }),
    'POST /v1/deployment/patch': async () => {
      const version = await buildVersion(await things.application())
      const body = {
        environmentId: (await things.environment()).id,
        applicationVersionIdToDeploy: version.id,
        firstDeployWarningApproved: true,
      }
      return { path: '/deployment/patch', body }
    },
    'POST /v1/deployment/promote': async () => {
      const account = await buildAwsAccount()
      const source = await buildEnvironment(account, newName())
      const target = await buildEnvironment(account, newName())
      const version = await buildVersion(await things.application())
      const { environmentVersionId } = await buildDeployment(source, [version])
      const view = await bench.deployments.getPromoteView(admin, target.id)
      const body = {
        environmentVersionId,
        expectedEnvironmentVersionState: view.environmentVersionsState,
        targetEnvironmentId: target.id,
        firstDeployWarningApproved: true,
      }
      return { path: '/deployment/promote', body }
    },
    'POST /v1/deployment/revert': async () => {
      const { environment, environmentVersionId } = await quietHistory()
      const { id: environmentId } = environment
      const view = await bench.deployments.getRevertView(admin, { environmentId, environmentVersionId })
      const body = {
        environmentVersionId,
        expectedEnvironmentVersionState: view.environmentVersionsState,
        firstDeployWarningApproved: true,
      }
      return { path: '/deployment/revert', body }
    },
    'POST /v1/deployment/stop': async () => {
      const version = await buildVersion(await things.application())
      const { id } = await buildQueuedDeployment((await quietHistory()).environment, [addVersion(version)])
      return { path: '/deployment/stop', body: { deploymentId: id } }
    },
    'POST /v1/deployment/approve': async () => {
      const { environment, deployment } = await buildAwaiting()
      const view = await bench.deployments.getDeployment(admin, {
        environmentId: environment.id,
        deploymentId: deployment.id,
      })
      const body = {
        deploymentId: deployment.id,
        expectedEnvironmentVersionState: view.approval?.environmentVersionsState,
      }
      return { path: '/deployment/approve', body }
    },
    'POST /v1/deployment/decline': async () => ({
      path: '/deployment/decline',
      body: { deploymentId: (await buildAwaiting()).deployment.id },
    }),
    'POST /v1/deployment/retry': async () => {
      const version = await buildVersion(await things.application())
      const failed = await buildQueuedDeployment((await quietHistory()).environment, [addVersion(version)])
      await failed.update({ state: FAILED })
      const body = { deploymentId: failed.id, firstDeployWarningApproved: true }
      return { path: '/deployment/retry', body }
    },
    'POST /v1/deployment/restart': async () => {
      const { environment, application } = await quietHistory()
      const body = {
        environmentId: environment.id,
        applicationId: application.id,
        firstDeployWarningApproved: true,
      }
      return { path: '/deployment/restart', body }
    },
    'POST /v1/terms/opened/{id}': async () => {
      const { currentTermsId } = await bench.accounts.getRegistration()
      return { actor: await buildPerson(admin.teamId), path: `/terms/opened/${currentTermsId}` }
    },
    'POST /v1/account/mailing-list': async () => ({
      actor: await buildPerson(admin.teamId),
      path: '/account/mailing-list',
      body: { shouldReceive: false },
    }),
    'POST /v1/account/team-name': async () => ({ path: '/account/team-name', body: { name: 'Acme' } }),
    'POST /v1/account/mails': async () => ({
      actor: await buildPerson(admin.teamId),
      path: '/account/mails',
      body: { unwanted: ['live'] },
    }),
    'POST /v1/user/issue-verification-token': async () => ({
      actor: await bench.register(newEmail()),
      path: '/user/issue-verification-token',
    }),
    'POST /v1/aws-account/{id}/verify': async () => ({
      path: `/aws-account/${(await things.awsAccount()).id}/verify`,
    }),
    'GET /v1/account/auth-token': async () => ({
      actor: await bench.registerVerified(newEmail()),
      path: '/account/auth-token',
    }),
    'DELETE /v1/account': async () => ({
      actor: await bench.registerVerified(newEmail()),
      path: '/account',
    }),
    'POST /v1/account/forgot-password': async () => ({
      actor: anonymous,
      path: '/account/forgot-password',
      body: { email: admin.email },
    }),
    'POST /v1/customer-support/message': async () => ({
      actor: anonymous,
      path: '/customer-support/message',
      body: { name: 'Max', email: newEmail(), message: 'Hello' },
    }),
  }

  async function declaration(path: string): Promise<Write> {
    const { integrationId } = await things.application()
    return { path, body: { integrationId, dockerImageTag: '1.0' } }
  }

  return {
    things,
    /** What the write `name` of the table needs, and how it is made. */
    prepare(name: string): Promise<Write> {
      const write = writes[name]
      if (!write) throw new Error(`Say in api-writes.ts how ${name} succeeds.`)
      return write()
    },
  }
}
