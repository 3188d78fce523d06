import { deploymentStates } from '../../../core/resources/wire-states'
import { until, type Trial } from '../run/step'

export const environmentName = 'Trial'
export const accountName = 'Trial'

/** The account as the product has it, if it does. */
export async function findAccount({ product: { services, actor }, account }: Trial) {
  const { awsAccount } = await services.awsAccounts.listExternalResources(actor)
  return awsAccount.find(({ accountNumber }) => accountNumber === account.accountNumber)
}

/** @throws Error where there is none */
export async function requireAccount(trial: Trial) {
  const found = await findAccount(trial)
  if (!found) throw new Error('The account is not linked.')
  return found
}

/** The environment of the trial, if it is there. */
export async function findEnvironment({ product: { services, actor } }: Trial) {
  const { environments } = await services.environments.listEnvironments(actor)
  return environments.find(({ name }) => name === environmentName)
}

/** @throws Error where there is none */
export async function requireEnvironment(trial: Trial) {
  const found = await findEnvironment(trial)
  if (!found) throw new Error('There is no environment.')
  return found
}

export async function resourcesOf(trial: Trial) {
  const { id } = await requireEnvironment(trial)
  return trial.product.services.environments.getEnvironmentResources(trial.product.actor, id)
}

/** When lines of a code were logged, since a moment; oldest first. */
export async function timesOf(trial: Trial, code: string, sinceEpoch: number): Promise<number[]> {
  const { id } = await requireEnvironment(trial)
  const { services, actor } = trial.product
  const { logs } = await services.environments.listEnvironmentLogs(actor, { id, sinceEpoch })
  return logs.filter((line) => line.code === code).map(({ createdEpoch }) => createdEpoch)
}

/** Waits until nothing of the environment is under way. @throws Error with what it says of itself, where that takes too long */
export async function untilReady(trial: Trial): Promise<void> {
  let message = ''
  const isReady = async () => {
    const { statusType, statusMessage } = await requireEnvironment(trial)
    message = statusMessage
    return statusType === 'READY'
  }
  await until(trial, 'the environment is ready', isReady).catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : String(error)} It says: ${message}`, {
      cause: error,
    })
  })
}

/** Waits until the newest deployment serves. @throws Error with why it failed */
export async function untilLive(trial: Trial): Promise<void> {
  const { services, actor } = trial.product
  const { id } = await requireEnvironment(trial)
  await until(trial, 'the application is live', async () => {
    const { deployments } = await services.deployments.listEnvironmentDeployments(actor, id)
    const [newest] = deployments
    if (newest?.state === deploymentStates.FAILED) throw new Error(`The deployment failed: ${newest.message}`)
    return newest?.state === deploymentStates.LIVE
  })
}
