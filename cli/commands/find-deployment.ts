import type { DeploymentState } from '../../core/resources/wire-states'
import type { PastDeployment } from '../api/wire'
import { CliError, usageError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { findEnvironment } from '../names/find'
import type { Run } from './command'
import { listDeployments } from './revert'

interface Sought {
  /** Number of the deployment, as it was typed; without it the newest of these states. */
  number: string | undefined
  states: DeploymentState[]
  /** What there is none of: `that waits or is under way`. */
  what: string
}

interface Found extends PastDeployment {
  environmentId: string
  environmentName: string
}

/** A deployment to an environment. @throws CliError where there is none */
export async function findDeployment(
  run: Run,
  environment: string,
  { number, states, what }: Sought,
): Promise<Found> {
  if (number !== undefined && !/^\d{1,9}$/.test(number))
    throw usageError(`${number} is not the number of a deployment.`)
  const { id, name } = await findEnvironment(run.client, environment)
  const deployments = await listDeployments(run, id)
  const found = deployments.find(({ sequence, state }) =>
    number === undefined ? states.includes(state) : sequence === Number(number),
  )
  if (found) return { ...found, environmentId: id, environmentName: name }
  throw new CliError(
    number === undefined
      ? `${name} has no deployment ${what}.`
      : `${name} has no deployment ${number} among its newest.`,
    {
      exitCode: exitCodes.refused,
      code: 'not-found',
      hint: 'See what there was: sdo status ENVIRONMENT --history',
    },
  )
}
