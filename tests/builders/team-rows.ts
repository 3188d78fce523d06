import { randomInt, randomUUID } from 'node:crypto'
import type { DeploymentChange } from '../../core/deployment/deployment-state'
import { deploymentStates } from '../../core/resources/wire-states'
import { Application } from '../../db/models/application'
import { ApplicationVersion } from '../../db/models/application-version'
import { AwsAccount } from '../../db/models/aws-account'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { IntegrationToken, IntegrationTrust, IntegrationUser } from '../../db/models/integration-user'
import { Team } from '../../db/models/team'
import { User } from '../../db/models/user'
import { builtSubject, testIssuer } from './identity-issuer'

/** A team with one AWS account that holds environments, as rows. */
export async function buildAccount(): Promise<AwsAccount> {
  const team = await Team.create({ id: randomUUID() })
  return AwsAccount.create({
    id: randomUUID(),
    teamId: team.id,
    name: 'Main account',
    accountNumber: String(randomInt(100_000_000_000, 281_474_976_710_655)).padStart(12, '0').slice(0, 12),
    externalId: randomUUID(),
  })
}

/** A person of the team who has no password. */
export const buildUser = (teamId: string): Promise<User> =>
  User.create({
    id: randomUUID(),
    teamId,
    name: 'Eve',
    email: `${randomUUID()}@example.com`,
    passwordHash: '',
    isAdmin: false,
  })

export const buildEnvironment = (account: AwsAccount, name = 'Production'): Promise<Environment> =>
  Environment.create({ id: randomUUID(), teamId: account.teamId, awsAccountId: account.id, name })

export const buildApplication = (teamId: string, name = 'Shop'): Promise<Application> =>
  Application.create({
    id: randomUUID(),
    teamId,
    name,
    cpu: '0.25',
    memoryMb: 300,
    image: 'sdo/sample',
    count: 2,
    ports: [{ port: 8080 }],
    integrationId: randomUUID(),
  })

export const buildVersion = (application: Application, name = 'v1'): Promise<ApplicationVersion> =>
  ApplicationVersion.create({ id: randomUUID(), applicationId: application.id, name, dockerTag: name })

/** An integration user without a token. */
export const buildIntegration = (teamId: string) =>
  IntegrationUser.create({ id: randomUUID(), teamId, name: `Robot ${randomUUID()}`, createdAt: new Date(0) })

/** A token that nobody knows. */
export const buildIntegrationToken = (integrationUserId: string) =>
  IntegrationToken.create({
    id: randomUUID(),
    integrationUserId,
    tokenHash: randomUUID(),
    maskedToken: '****',
    expiresAt: new Date(Date.UTC(2030, 0)),
    createdAt: new Date(0),
  })

/** Has the integration user trust the jobs that the issuer of the tests speaks of. */
export const buildTrust = (integrationUserId: string): Promise<IntegrationTrust> =>
  IntegrationTrust.create({
    id: randomUUID(),
    integrationUserId,
    issuer: testIssuer.issuer.address,
    subject: builtSubject,
  })

/** A deployment that waits for its turn. */
export async function buildQueuedDeployment(
  environment: Environment,
  changes: DeploymentChange[],
): Promise<Deployment> {
  const latest = await Deployment.max<number | null, Deployment>('sequence', {
    where: { environmentId: environment.id },
  })
  return Deployment.create({
    id: randomUUID(),
    environmentId: environment.id,
    sequence: (latest ?? 0) + 1,
    state: deploymentStates.QUEUED,
    changes,
  })
}

export const addVersion = (version: ApplicationVersion): DeploymentChange => ({
  type: 'add',
  applicationId: version.applicationId,
  versionId: version.id,
})
