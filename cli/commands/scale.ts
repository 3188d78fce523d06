import type { Overridden } from '../api/wire'
import { usageError } from '../cli-error'
import { findApplication, findEnvironment } from '../names/find'
import { monthlyChange } from '../output/monthly-change'
import type { Run } from './command'
import { refusal } from './queued-deployment'

interface ScaleOptions {
  env: string
  approveCost?: boolean
}

/** Sets how many processes of an application run in an environment, as the override there. */
export async function scale(
  run: Run,
  application: string,
  processes: string,
  options: ScaleOptions,
): Promise<void> {
  if (!/^\d{1,9}$/.test(processes)) throw usageError(`${processes} is not a number of processes.`)
  const environment = await findEnvironment(run.client, options.env)
  const { id, name } = await findApplication(run.client, application)
  const answer = await run.client.post<Overridden>(`/v1/environment/${environment.id}/process/${id}`, {
    override: true,
    numProcesses: Number(processes),
    firstDeployWarningApproved: options.approveCost ?? false,
  })
  if (answer.costStep)
    throw refusal(
      `This raises the cost of the environment ${monthlyChange(answer.costStep)}. Nothing was changed.`,
      'To scale it anyway, run it again with --approve-cost.',
    )
  if (answer.vcpuShortage) run.surroundings.tell(`${answer.vcpuShortage}\n`)
  run.print({ ...answer, numProcesses: Number(processes) }, ({ awaitsApproval, mostProcesses }) =>
    awaitsApproval
      ? `${environment.name} is protected: another admin has to approve it first.`
      : `${name} is to run ${numbersText(Number(processes), mostProcesses)} in ${environment.name}.`,
  )
}

/** Where there can be more, the number is the least. */
const numbersText = (least: number, most = least): string =>
  most > least
    ? `${least} to ${most} processes, by what it uses or its schedule,`
    : `${least} ${least === 1 ? 'process' : 'processes'}`
