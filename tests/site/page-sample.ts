import { randomUUID } from 'node:crypto'
import { buildPerson } from '../builders/actors'
import { buildDeletedEnvironment, buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildProcess } from '../builders/environment-parts'
import { buildExternalNetwork } from '../builders/external-networks'
import { buildHostedZone } from '../builders/hosted-zones'
import { buildEnvironmentStatus } from '../builders/resource-status'
import {
  buildApplication,
  buildEnvironment,
  buildIntegration,
  buildIntegrationToken,
  buildTrust,
  buildVersion,
} from '../builders/team-rows'
import type { Sample } from './page-outcomes'

/** A thing of each kind that a page may be about, of the team; an authenticator is somebody's own. */
export async function buildSample(teamId: string): Promise<Sample> {
  const account = await buildReadyAccount({ teamId })
  const integration = await buildIntegration(teamId)
  await integration.update({ name: 'Builds' })
  const token = await buildIntegrationToken(integration.id)
  const application = await buildApplication(teamId)
  const role = (name: string) => `arn:aws:iam::123456789012:role/${name}`
  await application.update({ roles: { reader: role('reader'), writer: role('writer') } })
  const environment = await buildEnvironment(account)
  const { id: deployment, environmentVersionId } = await buildDeployment(environment, [
    await buildVersion(application),
  ])
  const process = buildProcess(randomUUID(), { applicationId: application.id, deployment })
  await environment.update({ status: buildEnvironmentStatus({ processes: [process] }) })
  return {
    application: application.id,
    environment: environment.id,
    deployment,
    environmentVersion: environmentVersionId ?? '',
    deletedEnvironment: await buildDeletedEnvironment(await buildEnvironment(account, 'Gone')),
    process: process.id,
    awsAccount: account.id,
    hostedZone: (await buildHostedZone(account)).id,
    externalNetwork: (await buildExternalNetwork(account)).id,
    integration: integration.id,
    integrationToken: token.id,
    integrationTrust: (await buildTrust(integration.id)).id,
    person: (await buildPerson(teamId, { name: 'Eve Member' })).userId,
    authenticator: randomUUID(),
  }
}
