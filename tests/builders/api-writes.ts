import { isWrite, type Call } from '../../app/api/call'
import { apiTable, type WriteName } from '../../app/api/table'
import { deploymentRules, ruleEntries, type RuleName } from '../../core/deployment/rules'
import { choiceNames, environmentChoices, valuesOf, type ChoiceName } from '../../core/environment/choices'
import type { Actor, HumanActor } from '../../app/services/actor/actor'
import { anonymous, builtPassword, type buildAccountServices } from './accounts'
import { signIn } from './actors'
import { buildThings, newEmail, newName, webhookUrl, type Things } from './api-things'
import { buildAuthenticator, codeAt } from './authenticator'
import { buildAccountNumber } from './deployment-core'
import { buildVpcId } from './external-networks'
import { buildZoneId } from './hosted-zones'
import { builtSubject, testIssuer } from './identity-issuer'
import { buildReadRequests } from './read-requests'

/** A call of /v1 that makes or changes something. */
export interface Write {
  /** An admin of the team, if nobody else. */
  actor?: Actor
  /** Without /v1. */
  path: string
  body?: unknown
  /** A field that makes another request of it, where it takes an Idempotency-Key. */
  another?: object
}

type Setting = (typeof environmentChoices)[ChoiceName] | (typeof deploymentRules)[RuleName]
type SettingWrite = `POST /v1/environment/{id}/${Setting['call']}`

const password = builtPassword
const unapproved = { firstDeployWarningApproved: false }
const configBody = { cpuCount: 0.5, memoryMb: 256, dockerBaseUrl: 'sdo/other', numProcesses: 1 }

/** The calls of /v1 that make or change something. */
export const apiWrites = apiTable.filter(isWrite) as (Call & { name: WriteName })[]

/** How each write of /v1 succeeds: for tests that go through all of them. */
export function buildApiWrites(
  bench: ReturnType<typeof buildAccountServices>,
  admin: HumanActor,
  things: Things = buildThings(bench, admin),
) {
  /** A command line that waits for the decision of somebody who only just logged in. */
  const buildDeviceLogin = async () => {
    const { deviceCode, userCode } = await bench.deviceLogin.startDeviceLogin()
    const actor = await things.somebody()
    const { id } = await bench.deviceLogin.claimDeviceLogin(actor, userCode)
    return { actor, id, deviceCode }
  }

  /** How each choice and each rule of an environment is set to another value. */
  const settings = [
    ...choiceNames.map((name) => {
      const { call, field } = environmentChoices[name]
      return { call, body: { [field]: valuesOf(name).at(-1) } }
    }),
    ...ruleEntries.map(([name, { call, kind }]) => ({
      call,
      body: { [name]: kind === 'number' ? 30 : false },
    })),
  ]
  const settingWrites = Object.fromEntries(
    settings.map(({ call, body }) => [
      `POST /v1/environment/{id}/${call}`,
      async () => {
        const { environment } = await things.quietHistory()
        if (call === deploymentRules.sleepAfterMinutes.call) await buildReadRequests(environment)
        return { path: `/environment/${environment.id}/${call}`, body }
      },
    ]),
  ) as Record<SettingWrite, () => Promise<Write>>

  /** By method and path, what there has to be for a write to succeed, and the call that does. */
  const writes: Record<WriteName, () => Promise<Write>> = {
    ...settingWrites,
    'POST /v1/account': async () => ({
      actor: anonymous,
      path: '/account',
      body: await bench.fillIn({ email: newEmail() }),
      another: { password: 'another-horse' },
    }),
    'POST /v1/account/login': async () => ({
      actor: anonymous,
      path: '/account/login',
      body: { email: (await things.somebody()).email, password },
    }),
    'POST /v1/account/login/identity': async () => {
      const { integrationUserId } = await things.trust()
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
      actor: await things.newcomer(),
      path: '/account/logout',
    }),
    'POST /v1/account/logout-others': async () => {
      const actor = await things.somebody()
      await signIn(actor.userId)
      return { actor, path: '/account/logout-others' }
    },
    'DELETE /v1/account/session/{id}': async () => {
      const actor = await things.somebody()
      return { actor, path: `/account/session/${(await signIn(actor.userId)).sessionId}` }
    },
    'POST /v1/account/password': async () => {
      const actor = await things.somebody()
      const body = { currentPassword: password, newPassword: 'another-horse' }
      return { actor, path: '/account/password', body }
    },
    'POST /v1/account/forgot-password/new-password': async () => {
      const { email } = await things.somebody()
      await bench.passwords.requestPasswordReset({ email })
      await bench.passwords.sendPasswordResets()
      const mails = await bench.mail.listMail(email)
      const forgotToken = mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
      const body = { forgotToken, newPassword: 'another-horse' }
      return { actor: anonymous, path: '/account/forgot-password/new-password', body }
    },
    'POST /v1/account/auth-token/activate': async () => {
      const actor = await things.somebody()
      const { secretId: id, code } = await bench.secondFactor.createAuthenticatorToken(actor)
      const body = { id, token: codeAt(code, bench.clock.now()) }
      return { actor, path: '/account/auth-token/activate', body }
    },
    'DELETE /v1/account/auth-token/{id}': async () => {
      const actor = await things.somebody()
      const { id } = await buildAuthenticator(bench, actor)
      return { actor, path: `/account/auth-token/${id}`, body: { currentPassword: password } }
    },
    'POST /v1/account/recovery-codes': async () => {
      const actor = await things.somebody()
      await buildAuthenticator(bench, actor)
      return { actor, path: '/account/recovery-codes', body: { currentPassword: password } }
    },
    'POST /v1/terms/accept/{id}': async () => {
      const { currentTermsId } = await bench.accounts.getRegistration()
      const actor = await things.teammate()
      return { actor, path: `/terms/accept/${currentTermsId}` }
    },
    'POST /v1/user/verify': async () => {
      const actor = await things.newcomer()
      return { actor, path: '/user/verify', body: { token: await bench.newestCode(actor.email) } }
    },
    'POST /v1/user/human': async () => ({
      path: '/user/human',
      body: { name: 'Max', email: newEmail(), password },
      another: { password: 'another-horse' },
    }),
    'PATCH /v1/user/permissions': async () => ({
      path: '/user/permissions',
      body: { userId: (await things.teammate()).userId, isAdmin: true },
    }),
    'POST /v1/user/{id}/invitation': async () => ({ path: `/user/${await things.invited()}/invitation` }),
    'POST /v1/user/{id}/logout': async () => ({ path: `/user/${await things.person()}/logout` }),
    'DELETE /v1/user/{id}': async () => ({ path: `/user/${await things.person()}` }),
    'POST /v1/user/integration': async () => ({
      path: '/user/integration',
      body: { name: newName() },
      another: { name: 'another' },
    }),
    'GET /v1/user/integration/{id}/token': async () => ({
      path: `/user/integration/${await things.integration()}/token`,
    }),
    'POST /v1/user/integration/{id}/token': async () => ({
      path: `/user/integration/${await things.integration()}/token`,
      body: {},
    }),
    'DELETE /v1/user/token/{id}': async () => ({ path: `/user/token/${await things.token()}` }),
    'POST /v1/user/integration/{id}/trust': async () => ({
      path: `/user/integration/${await things.integration()}/trust`,
      body: { issuer: testIssuer.issuer.address, subjectPattern: builtSubject },
      another: { environment: 'another' },
    }),
    'DELETE /v1/user/trust/{id}': async () => ({
      path: `/user/trust/${(await things.trust()).id}`,
    }),
    'POST /v1/aws-account': async () => ({
      path: '/aws-account',
      body: { name: newName(), awsAccountNumber: buildAccountNumber() },
      another: { name: 'another' },
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
      another: { hostedZoneId: buildZoneId() },
    }),
    'DELETE /v1/aws-account/hosted-zone/{id}': async () => ({
      path: `/aws-account/hosted-zone/${(await things.hostedZone()).id}`,
    }),
    'POST /v1/aws-account/external-network': async () => ({
      path: '/aws-account/external-network',
      body: {
        vpcId: buildVpcId(),
        region: 'us-east-1',
        existingAwsAccountId: (await things.sharedAccount()).id,
      },
      another: { vpcId: buildVpcId() },
    }),
    'DELETE /v1/aws-account/external-network/{id}': async () => ({
      path: `/aws-account/external-network/${(await things.externalNetwork()).id}`,
    }),
    'POST /v1/environment/{id}/linked-networks': async () => ({
      path: `/environment/${(await things.environment()).id}/linked-networks`,
      body: { newLinks: [(await things.externalNetwork()).id] },
    }),
    'PATCH /v1/environment/{id}/hosted-zone/{zoneId}': async () => ({
      path: `/environment/${(await things.environment()).id}/hosted-zone/${(await things.hostedZone()).id}`,
    }),
    'PATCH /v1/environment/{id}/hosted-zone/{zoneId}/{subdomain}': async () => ({
      path: `/environment/${(await things.environment()).id}/hosted-zone/${(await things.hostedZone()).id}/staging`,
    }),
    'DELETE /v1/environment/{id}/hosted-zone': async () => ({
      path: `/environment/${(await things.namedEnvironment()).id}/hosted-zone`,
    }),
    'POST /v1/process': async () => ({
      path: '/process',
      body: { ...configBody, applicationName: newName() },
      another: { memoryMb: 512 },
    }),
    'PATCH /v1/process/{id}': async () => ({
      path: `/process/${(await things.application()).id}`,
      body: configBody,
    }),
    'DELETE /v1/process/{id}': async () => ({ path: `/process/${(await things.application()).id}` }),
    'PATCH /v1/process-version/{id}/name': async () => {
      const version = await things.version()
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
      return { path: '/environment', body, another: { environmentName: 'another' } }
    },
    'POST /v1/environment/{id}/set-name': async () => ({
      path: `/environment/${(await things.environment()).id}/set-name`,
      body: { name: newName() },
    }),
    'POST /v1/environment/{id}/notifications': async () => ({
      path: `/environment/${(await things.environment()).id}/notifications`,
      body: { mailEvents: ['live'], webhookEvents: [] },
    }),
    'POST /v1/webhook': async () => {
      await things.noWebhook()
      return { path: '/webhook', body: { url: webhookUrl } }
    },
    'PATCH /v1/webhook': async () => {
      await things.webhook()
      return { path: '/webhook', body: { teamEvents: ['token-expiring'] } }
    },
    'POST /v1/webhook/secret': async () => {
      await things.webhook()
      return { path: '/webhook/secret' }
    },
    'POST /v1/webhook/test': async () => {
      await things.webhook()
      return { path: '/webhook/test' }
    },
    'DELETE /v1/webhook': async () => {
      await things.webhook()
      return { path: '/webhook' }
    },
    'POST /v1/environment/{id}/protection': async () => {
      await things.secondAdmin()
      const { environment } = await things.quietHistory()
      await environment.update({ isProtected: false })
      return { path: `/environment/${environment.id}/protection`, body: { isProtected: true } }
    },
    'POST /v1/environment/{id}/sleep': async () => ({
      path: `/environment/${(await things.quietHistory()).environment.id}/sleep`,
    }),
    'POST /v1/environment/{id}/wake': async () => ({
      path: `/environment/${(await things.quietHistory()).environment.id}/wake`,
    }),
    'POST /v1/environment/{id}/sleep-schedule': async () => ({
      path: `/environment/${(await things.quietHistory()).environment.id}/sleep-schedule`,
      body: { schedule: { timeZone: 'Europe/Paris', sleep: '0 20 * * 1-5', wake: '0 8 * * 1-5' } },
    }),
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
      const version = await things.version()
      const body = {
        environmentId: (await things.environment()).id,
        applicationVersionIdToDeploy: version.id,
        firstDeployWarningApproved: true,
      }
      return { path: '/deployment/patch', body, another: unapproved }
    },
    'POST /v1/deployment/promote': async () => {
      const [environmentVersionId, target] = [await things.source(), await things.target()]
      const view = await bench.deployments.getPromoteView(admin, target.id)
      const body = {
        environmentVersionId,
        expectedEnvironmentVersionState: view.environmentVersionsState,
        targetEnvironmentId: target.id,
        firstDeployWarningApproved: true,
      }
      return { path: '/deployment/promote', body, another: unapproved }
    },
    'POST /v1/deployment/revert': async () => {
      const { environment, environmentVersionId } = await things.quietHistory()
      const { id: environmentId } = environment
      const view = await bench.deployments.getRevertView(admin, { environmentId, environmentVersionId })
      const body = {
        environmentVersionId,
        expectedEnvironmentVersionState: view.environmentVersionsState,
        firstDeployWarningApproved: true,
      }
      return { path: '/deployment/revert', body, another: unapproved }
    },
    'POST /v1/deployment/stop': async () => ({
      path: '/deployment/stop',
      body: { deploymentId: (await things.queued()).id },
    }),
    'POST /v1/deployment/approve': async () => {
      const { id: deploymentId, environmentId } = await things.awaiting()
      const view = await bench.deployments.getDeployment(admin, { environmentId, deploymentId })
      const body = {
        deploymentId,
        expectedEnvironmentVersionState: view.approval?.environmentVersionsState,
      }
      return { path: '/deployment/approve', body }
    },
    'POST /v1/deployment/decline': async () => ({
      path: '/deployment/decline',
      body: { deploymentId: (await things.awaiting()).id },
    }),
    'POST /v1/deployment/retry': async () => {
      const body = { deploymentId: (await things.failed()).id, firstDeployWarningApproved: true }
      return { path: '/deployment/retry', body, another: unapproved }
    },
    'POST /v1/deployment/restart': async () => {
      const { environment, application } = await things.quietHistory()
      const body = {
        environmentId: environment.id,
        applicationId: application.id,
        firstDeployWarningApproved: true,
      }
      return { path: '/deployment/restart', body, another: unapproved }
    },
    'POST /v1/terms/opened/{id}': async () => {
      const { currentTermsId } = await bench.accounts.getRegistration()
      return { actor: await things.teammate(), path: `/terms/opened/${currentTermsId}` }
    },
    'POST /v1/account/mailing-list': async () => ({
      actor: await things.teammate(),
      path: '/account/mailing-list',
      body: { shouldReceive: false },
    }),
    'POST /v1/account/team-name': async () => ({ path: '/account/team-name', body: { name: 'Acme' } }),
    'POST /v1/account/mails': async () => ({
      actor: await things.teammate(),
      path: '/account/mails',
      body: { unwanted: ['live'] },
    }),
    'POST /v1/user/issue-verification-token': async () => ({
      actor: await things.newcomer(),
      path: '/user/issue-verification-token',
    }),
    'POST /v1/aws-account/{id}/verify': async () => ({
      path: `/aws-account/${(await things.awsAccount()).id}/verify`,
    }),
    'GET /v1/account/auth-token': async () => ({
      actor: await things.somebody(),
      path: '/account/auth-token',
    }),
    'DELETE /v1/account': async () => ({
      actor: await things.somebody(),
      path: '/account',
    }),
    'POST /v1/account/forgot-password': async () => ({
      actor: anonymous,
      path: '/account/forgot-password',
      body: { email: (await things.somebody()).email },
    }),
    'POST /v1/customer-support/message': async () => ({
      actor: anonymous,
      path: '/customer-support/message',
      body: { name: 'Max', email: newEmail(), message: 'Hello' },
      another: { message: 'Something else' },
    }),
  }

  async function declaration(path: string): Promise<Write> {
    const { integrationId } = await things.application()
    return { path, body: { integrationId, dockerImageTag: '1.0' }, another: { dockerImageTag: '9.9' } }
  }

  return {
    things,
    /** What the write `name` of the table needs, and how it is made. */
    async prepare(name: WriteName): Promise<Write & { method: string }> {
      const [method = ''] = name.split(' ')
      return { method, ...(await writes[name]()) }
    },
  }
}
