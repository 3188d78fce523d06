import { randomUUID } from 'node:crypto'
import { createUserCode, hashUserCode } from '../../app/services/device-login/user-code'
import { createSecretToken, hashSecretToken } from '../../app/services/secrets/secret-token'
import { DeviceLogin } from '../../db/models/device-login'
import { Session } from '../../db/models/session'
import { Terms } from '../../db/models/terms'
import { testPassword } from './app-server'
import { listPromoteSources, stateOf } from '../../app/services/deployments/promote-sources'
import { readAwaitedChange } from '../../app/services/deployments/awaited-change'
import { readEnvironmentState } from '../../app/services/deployments/environment-state'
import { Deployment } from '../../db/models/deployment'
import { deploymentStates } from '../../core/resources/wire-states'
import { User } from '../../db/models/user'
import type { Application } from '../../db/models/application'
import type { ApplicationVersion } from '../../db/models/application-version'
import { Environment } from '../../db/models/environment'
import {
  buildAccountNumber,
  buildDeletedEnvironment,
  buildDeployment,
  buildReadyAccount,
} from './deployment-core'
import { buildExternalNetwork, buildVpcId } from './external-networks'
import { buildHostedZone, buildZoneId } from './hosted-zones'
import { testKeys } from './authenticator-keys'
import { testIssuer } from './identity-issuer'
import { buildProcess } from './environment-parts'
import type { Offers } from './example-document'
import { buildEnvironmentStatus } from './resource-status'
import { VirtualClock } from './virtual-clock'
import {
  addVersion,
  buildQueuedDeployment,
  buildApplication,
  buildEnvironment,
  buildIntegration,
  buildIntegrationToken,
  buildTrust,
  buildUser,
  buildVersion,
} from './team-rows'

/** The first person of a team is the one who makes the calls. */
const findCaller = (teamId: string) =>
  User.findOne({ where: { teamId, isAdmin: true }, order: ['createdAt'] })

/** A command line that waits: for `person` to decide about, where the call is about one that was found. */
async function offerDeviceLogin(call: string, teamId: string) {
  const code = createUserCode()
  const deviceCode = createSecretToken()
  const person = await findCaller(teamId)
  const { id } = await DeviceLogin.create({
    id: randomUUID(),
    deviceCodeHash: hashSecretToken(deviceCode),
    userCodeHash: hashUserCode({ authenticatorKeys: testKeys }, code),
    state: 'pending',
    userId: call.includes('/device-login/{id}/') ? person?.id : null,
    address: '',
    userAgent: '',
    createdAt: new Date(0),
    expiresAt: new Date(Date.UTC(2030, 0)),
  })
  return { id, code, deviceCode }
}

/** Another place where the one who makes the calls is logged in. */
async function offerSession(teamId: string): Promise<string> {
  const id = randomUUID()
  const userId = (await findCaller(teamId))?.id
  if (userId) await Session.create({ id, tokenHash: id, userId, expiresAt: new Date(Date.UTC(2030, 0)) })
  return id
}

/** Another environment that runs `version`, to be promoted to the environment `target`. */
async function offerPromotion(target: Environment, version: ApplicationVersion): Promise<Offers> {
  const { teamId, awsAccountId } = target
  const name = `Source of ${target.name}`
  const source = await Environment.create({ id: randomUUID(), teamId, awsAccountId, name })
  const { environmentVersionId } = await buildDeployment(source, [version])
  const state = stateOf(await listPromoteSources({ teamId }, target.id))
  return {
    environmentVersionId: [environmentVersionId],
    expectedEnvironmentVersionState: [state],
    targetEnvironmentId: [target.id],
  }
}

/** An application that runs, with nothing on its way. */
async function offerRestart(environment: Environment, version: ApplicationVersion): Promise<Offers> {
  await buildDeployment(environment, [version])
  return { environmentId: [environment.id], applicationId: [version.applicationId] }
}

/** Something that `environment` ran and may go back to. */
async function offerRevertView(environment: Environment, application: Application): Promise<Offers> {
  const { environmentVersionId } = await buildDeployment(
    environment,
    [await buildVersion(application, 'v1')],
    deploymentStates.RETIRED,
  )
  await buildDeployment(environment, [await buildVersion(application, 'v2')])
  return { versionId: [environmentVersionId] }
}

async function offerRevert(environment: Environment, application: Application): Promise<Offers> {
  const { versionId = [] } = await offerRevertView(environment, application)
  return {
    environmentVersionId: versionId,
    expectedEnvironmentVersionState: [await readEnvironmentState(environment.id)],
  }
}

async function buildDeploymentId(
  environment: Environment,
  version: ApplicationVersion,
  state: 'queued' | 'failed' | 'awaiting',
): Promise<string> {
  if (state === 'failed') return (await buildDeployment(environment, [version], deploymentStates.FAILED)).id
  const deployment = await buildQueuedDeployment(environment, [addVersion(version)])
  if (state === 'awaiting') await deployment.update({ state: deploymentStates.AWAITING_APPROVAL })
  return deployment.id
}

/** A deployment that waits for approval, as it is. */
async function offerApproval(environment: Environment, version: ApplicationVersion): Promise<Offers> {
  const id = await buildDeploymentId(environment, version, 'awaiting')
  const { state } = await readAwaitedChange(
    environment,
    await Deployment.findByPk(id, { rejectOnEmpty: true }),
  )
  return { deploymentId: [id], expectedEnvironmentVersionState: [state] }
}

/** Things of the team `teamId` that a call may be about; each call gets its own, for some delete theirs. */
export async function buildOffers(call: string, teamId: string): Promise<Offers> {
  const name = randomUUID().slice(0, 8)
  const account = await buildReadyAccount({ teamId }, `Account ${name}`)
  const environment = await buildEnvironment(account, `Environment ${name}`)
  const gone = await buildEnvironment(account, `Gone ${name}`)
  const application = await buildApplication(teamId, `Shop ${name}`)
  const version = await buildVersion(application)
  const process = buildProcess(randomUUID(), { applicationId: application.id, deployment: randomUUID() })
  await environment.update({ status: buildEnvironmentStatus({ processes: [process] }) })
  const person = await buildUser(teamId)
  const integration = await buildIntegration(teamId)
  const token = await buildIntegrationToken(integration.id)
  const trust = await buildTrust(integration.id)
  const deviceLogin = await offerDeviceLogin(call, teamId)
  const { id: termsId } = await Terms.findOne({ rejectOnEmpty: true })
  const things: [RegExp, string][] = [
    [/\/external-network\/\{id\}/, (await buildExternalNetwork(account)).id],
    [/\/hosted-zone\/\{id\}/, (await buildHostedZone(account)).id],
    [/\/aws-account\/\{id\}/, (await buildReadyAccount({ teamId }, `Empty ${name}`)).id],
    [/\/(environment|deployment)\/\{id\}/, environment.id],
    [/\/deleted-environment\/\{id\}/, await buildDeletedEnvironment(gone)],
    [/\/process\/\{id\}/, application.id],
    [/\/process-version\/\{id\}/, version.id],
    [/\/user\/token\/\{id\}/, token.id],
    [/\/user\/trust\/\{id\}/, trust.id],
    [/\/user\/integration\/\{id\}/, integration.id],
    [/\/user\/\{id\}/, person.id],
    [/\/device-login\/\{id\}/, deviceLogin.id],
    [/\/account\/session\/\{id\}/, await offerSession(teamId)],
    [/\/terms\//, termsId],
    // Of nobody: it is only right in form.
    [/\/auth-token\/\{id\}/, randomUUID()],
  ]
  return {
    id: things.filter(([pattern]) => pattern.test(call)).map(([, id]) => id),
    environmentId: [environment.id],
    processId: [call.includes('/running-processes/') ? process.id : application.id],
    zoneId: [(await buildHostedZone(account)).id],
    subdomain: ['staging'],
    hostedZoneId: [buildZoneId(), `/hostedzone/${buildZoneId()}`],
    existingAwsAccountId: [account.id],
    vpcId: [buildVpcId()],
    newLinks: [[(await buildExternalNetwork(account)).id], []],
    region: ['us-east-1'],
    newAwsAccountName: [`New_${name}`],
    newAwsAccountNumber: [buildAccountNumber()],
    awsAccountId: [account.id],
    userId: [person.id],
    integrationId: [application.integrationId],
    integrationUserId: [integration.id],
    url: ['https://hooks.example.com/services/T0/B0'],
    deviceCode: [deviceLogin.deviceCode],
    code: [deviceLogin.code],
    identityToken: [await testIssuer.sign(new VirtualClock())],
    ...(call.includes('/trust') && {
      issuer: [testIssuer.issuer.address],
      subjectPattern: ['repo:acme/shop:ref:*', 'repo:acme/*:environment:production'],
      audience: ['sdo'],
    }),
    applicationVersionIdToDeploy: [version.id, null],
    applicationVersionIdsToDeploy: [[version.id], [], null],
    acceptedTermsId: [termsId],
    awsAccountNumber: [buildAccountNumber()],
    email: [`${name}@example.com`],
    password: [testPassword],
    currentPassword: [testPassword],
    newPassword: ['another-horse'],
    name: ['Ada', `Robot_${name}`],
    newName: [`Renamed_${name}`],
    applicationName: [`Store_${name}`],
    environmentName: [`Stage_${name}`],
    message: ['Hello'],
    spotAllowanceCategory: ['ALL_IN'],
    isEnvironmentHolder: [true],
    firstDeployMessageApproved: [true],
    firstDeployWarningApproved: [true],
    ...(call.includes('/deployment/restart') && (await offerRestart(environment, version))),
    ...(call.includes('/deployment/promote') && (await offerPromotion(environment, version))),
    ...(call.includes('/history/') && {
      deploymentId: [await buildDeploymentId(environment, version, 'failed')],
    }),
    ...(call.includes('/deployment/{id}/events') && {
      id: [await buildDeploymentId(environment, version, 'queued')],
    }),
    ...(call.includes('/deployment/stop') && {
      deploymentId: [await buildDeploymentId(environment, version, 'queued')],
    }),
    ...(call.includes('/deployment/decline') && {
      deploymentId: [await buildDeploymentId(environment, version, 'awaiting')],
    }),
    ...(call.includes('/deployment/approve') && (await offerApproval(environment, version))),
    ...(call.includes('/deployment/retry') && {
      deploymentId: [await buildDeploymentId(environment, version, 'failed')],
    }),
    ...(call.includes('/deployment/revert') && (await offerRevert(environment, application))),
    ...(call.includes('/revert/') && (await offerRevertView(environment, application))),
    ...(call.includes('/application/deployment/') && {
      id: [await buildDeploymentId(environment, version, 'queued')],
    }),
    ...(call.includes('/logs/') && { type: ['network'] }),
    dockerImageTag: ['1.4.2'],
    versionName: ['1.4.2'],
    dockerBaseUrl: ['sdo/sample'],
    cpuCount: [0.5],
    memoryMb: [256],
    numProcesses: [1, 2],
    from: ['2026-01-01'],
    to: ['2026-01-02'],
    action: ['user.create'],
    beforeId: ['1000'],
  }
}
