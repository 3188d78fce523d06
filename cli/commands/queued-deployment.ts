import type { Queued } from '../api/wire'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { monthlyChange } from '../output/monthly-change'
import type { Run } from './command'
import { waitForDeployment, type WaitOptions } from './wait-for-deployment'

export interface QueueOptions extends WaitOptions {
  wait: boolean
  approveCost?: boolean
}

/** Queues a deployment, and waits for its end unless nobody wants that. @returns the exit code */
export async function queueDeployment(
  run: Run,
  path: string,
  body: object,
  options: QueueOptions,
): Promise<number> {
  const answer = await run.client.post<Queued>(path, {
    ...body,
    firstDeployWarningApproved: options.approveCost ?? false,
  })
  if (answer.costStep)
    throw refusal(
      `This raises the cost of the environment ${monthlyChange(answer.costStep)}. Nothing was deployed.`,
      'To deploy it anyway, run it again with --approve-cost.',
    )
  if (answer.showFirstDeployWarning)
    throw refusal(
      'AWS charges you for what a deployment launches, and your team has not confirmed that yet.',
      'Run it again with --approve-cost.',
    )
  if (answer.result !== 'SUCCESS' || answer.id === undefined)
    throw refusal('Something has changed, so nothing was queued.', 'Run it again.')
  if (answer.atMostPerHour)
    run.surroundings.tell(`It changes the cost ${monthlyChange(answer.atMostPerHour)}.\n`)
  if (answer.vcpuShortage) run.surroundings.tell(`${answer.vcpuShortage}\n`)
  if (!options.wait) {
    run.print({ id: answer.id }, ({ id }) => `Queued deployment ${id}.`)
    return exitCodes.done
  }
  return waitForDeployment(run, answer.id, options)
}

export const refusal = (message: string, hint: string) =>
  new CliError(message, { exitCode: exitCodes.refused, hint, code: 'conflict' })
