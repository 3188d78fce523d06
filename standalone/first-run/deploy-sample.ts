import type { HumanActor } from '../../app/services/actor/actor'
import type { Services } from '../../app/services/services'
import type { Clock } from '../../core/time/clock'
import { deploymentStates } from '../../core/resources/wire-states'
import { longestWaits } from '../../simulator/profiles/longest-waits'
import type { SimulatedAws } from '../../simulator/simulated-aws'
import { sampleApplication, sampleTag } from '../../core/application/sample-application'

const demoAccountNumber = '111122223333'

const pauseMilliseconds = 250
const patienceMilliseconds = 180_000

/**
 * Links a simulated AWS account and deploys the sample application into it, through the same services as the portal.
 * Every request has a fixed submission id, so that repeating it after an interruption makes nothing twice.
 *
 * @returns where the application answers
 */
export async function deploySample(
  services: Services,
  actor: HumanActor,
  cloud: SimulatedAws,
  clock: Clock,
  signal: AbortSignal,
): Promise<string> {
  const awsAccountId = await linkAccount(services, actor, cloud)
  const account = () => services.awsAccounts.getAwsAccountStatus(actor, awsAccountId)
  await until('the account is examined', async () => (await account()).status === 'SUCCESS')
  const environmentId = await createEnvironment(services, actor, awsAccountId)
  const versionId = await declareSample(services, actor)
  await services.deployments.patchDeployment(actor, {
    environmentId,
    applicationVersionIdToDeploy: versionId,
    firstDeployWarningApproved: true,
    submissionId: 'first-run/deployment',
  })
  await until('the application is live', async () => {
    const { deployments } = await services.deployments.listEnvironmentDeployments(actor, environmentId)
    const failed = deployments.find(({ state }) => state === deploymentStates.FAILED)
    if (failed) throw new Error(failed.message)
    return deployments.some(({ state }) => state === deploymentStates.LIVE)
  })
  const { loadBalancers } = await services.environments.getEnvironmentResources(actor, environmentId)
  return loadBalancers[0]?.url ?? ''

  async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    const deadline = clock.now() + patienceMilliseconds + longestWaits(cloud.profile) * 1000
    while (!(await isTrue())) {
      if (signal.aborted) throw new Error(`SDO was stopped before ${what}.`)
      if (clock.now() > deadline) throw new Error(`It took too long until ${what}.`)
      await clock.sleep(pauseMilliseconds, signal)
    }
  }
}

async function linkAccount(services: Services, actor: HumanActor, cloud: SimulatedAws): Promise<string> {
  const { id } = await services.awsAccounts.createAwsAccount(actor, {
    name: 'Demo account',
    awsAccountNumber: demoAccountNumber,
    submissionId: 'first-run/account',
  })
  await cloud.customer.installStack(
    demoAccountNumber,
    await services.awsAccounts.getCloudformationTemplate(actor, id),
  )
  const { status } = await services.awsAccounts.getAwsAccountStatus(actor, id)
  if (status !== 'SUCCESS') await services.awsAccounts.verifyAwsAccount(actor, id)
  return id
}

async function createEnvironment(
  services: Services,
  actor: HumanActor,
  awsAccountId: string,
): Promise<string> {
  const { id } = await services.environments.createEnvironment(actor, {
    environmentName: 'Demo',
    awsAccountId,
    firstDeployMessageApproved: true,
    submissionId: 'first-run/environment',
  })
  if (!id) throw new Error('The demo environment was not created.')
  return id
}

async function declareSample(services: Services, actor: HumanActor): Promise<string> {
  const { integrationId } = await services.applications.createApplication(actor, {
    applicationName: 'sample',
    ...sampleApplication,
    submissionId: 'first-run/application',
  })
  const { id } = await services.applications.declareVersion(actor, {
    integrationId,
    dockerImageTag: sampleTag,
    versionName: sampleTag,
    submissionId: 'first-run/version',
  })
  return id
}
