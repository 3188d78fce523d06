import { instanceLines } from '../../../core/environment-log/instance-lines'
import { until, type Step, type Trial } from '../run/step'
import {
  environmentName,
  findEnvironment,
  requireAccount,
  requireEnvironment,
  resourcesOf,
  timesOf,
  untilLive,
  untilReady,
} from './look'

/** An environment, until its network is there. */
export const environment: Step = {
  name: 'environment',
  makes: 'a VPC with subnets, a gateway and security groups, and the queue with the rule for Spot warnings',
  async run(trial) {
    const { services, actor } = trial.product
    const { id: awsAccountId } = await requireAccount(trial)
    await services.environments.createEnvironment(actor, {
      environmentName,
      awsAccountId,
      firstDeployMessageApproved: true,
      submissionId: 'trial/environment',
    })
    await trial.findings.measure('makeNetwork', () => untilReady(trial))
  },
  async undo(trial) {
    const { product, account } = trial
    const { services, actor } = product
    const found = await findEnvironment(trial)
    if (found) {
      if (!product.isRunning()) throw new Error('The environment is there, and no controller to remove it.')
      await services.environments.deleteEnvironment(actor, found.id)
      await until(
        trial,
        'the environment is removed',
        async () => (await findEnvironment(trial)) === undefined,
      )
    }
    await account.removeLogs()
  },
}

/** The application, until it answers. */
export const deployment: Step = {
  name: 'deployment',
  makes: 'an instance, its disk and its address, and a load balancer; they go with the environment',
  async run(trial) {
    const { product, choices, clock, findings } = trial
    const { services, actor } = product
    const { image } = choices
    const { id: environmentId } = await requireEnvironment(trial)
    const { integrationId } = await services.applications.createApplication(actor, {
      ...lightest,
      dockerBaseUrl: image.name,
      exposedPortsV2: [{ port: image.port, ...(choices.zoneId && { subdomain }) }],
      healthCheck: { path: image.healthPath },
      submissionId: 'trial/application',
    })
    const { id } = await services.applications.declareVersion(actor, {
      integrationId,
      dockerImageTag: image.tag,
      versionName: image.tag,
      submissionId: 'trial/version',
    })
    const askedEpoch = clock.now()
    await services.deployments.patchDeployment(actor, {
      environmentId,
      applicationVersionIdToDeploy: id,
      firstDeployWarningApproved: true,
      submissionId: 'trial/deployment',
    })
    await findings.measure('deploy', () => untilLive(trial))
    await recordBoot(trial, askedEpoch)
    await untilReady(trial)
    const url = await urlOf(trial)
    await findings.measure('answerAfterLive', () =>
      until(trial, `${url} answers`, () => trial.account.isAnswering(url)),
    )
  },
}

/** Label of its name in the hosted zone. */
const subdomain = 'sdo-trial'

/** One small process, on Spot where AWS has any. */
const lightest = {
  applicationName: 'trial',
  cpuCount: 0.01,
  memoryMb: 100,
  numProcesses: 1,
  maxSpotPercentage: 100,
}

/** Where people reach the application: its name, where it has one. */
export async function urlOf(trial: Trial): Promise<string> {
  const { loadBalancers } = await resourcesOf(trial)
  const [url] = loadBalancers.flatMap(({ urls }) => urls)
  if (!url) throw new Error('The application has no address.')
  return url
}

/** From the launch of the first instance since a moment until its agent answered, where both were logged. */
export async function recordBoot(trial: Trial, sinceEpoch: number): Promise<void> {
  const [launched] = await timesOf(trial, instanceLines.launched.code, sinceEpoch)
  const [up] = await timesOf(trial, instanceLines.up.code, launched ?? sinceEpoch)
  if (launched !== undefined && up !== undefined) trial.findings.record('boot', (up - launched) / 1000)
}
