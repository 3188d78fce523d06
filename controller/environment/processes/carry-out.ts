import type { AgentStatus, DesiredProcess } from '../../../core/agent/protocol'
import type { InstanceStatus, ProcessStatus } from '../../../core/resources/environment'
import { AgentUnreachableError, type AgentAddress } from '../../agents/agents'
import type { Pass } from '../pass'
import { ready, type Outcome } from '../../reconcile/outcome'
import { applicationOf } from '../workload/application-of'
import { toDesiredProcess } from './desired-processes'
import { observeReports } from './observe'

/**
 * Tells every agent the full list of what it should run, if that differs from what it said last, and hears from it what became of it. All
 * at once: a slow agent does not hold up the others. Asks only for processes that stood in the status when it was read.
 */
export async function talkToAgents(pass: Pass): Promise<Outcome> {
  const answers = await Promise.all(
    pass.status.instances.map(async (instance) => ({ instance, report: await ask(pass, instance) })),
  )
  for (const { instance, report } of answers) {
    if (report) heard(pass, instance, report)
    else if (instance.instanceId && instance.phase !== 'Terminating') unheard(pass, instance)
  }
  observeReports(pass)
  return ready
}

/** What the agent answers, or undefined if it cannot be asked or does not answer. */
async function ask(pass: Pass, instance: InstanceStatus): Promise<AgentStatus | undefined> {
  const address = pass.memory.agentAddresses.get(instance.clientToken)
  if (!address || instance.phase === 'Terminating') return undefined
  try {
    return pass.settlingSeconds > 0
      ? await pass.dependencies.agents.status(address)
      : await exchange(pass, address, desiredOn(pass, instance))
  } catch (error) {
    if (!(error instanceof AgentUnreachableError)) throw error
    pass.dependencies.log.debug({ err: error, instance: instance.instanceId }, 'agent does not answer')
    return undefined
  }
}

async function exchange(
  { dependencies: { agents }, memory }: Pass,
  address: AgentAddress,
  processes: DesiredProcess[],
): Promise<AgentStatus> {
  const desired = processes.map(({ id }) => id).sort()
  const isAsDesired = (running: string[] | undefined) =>
    running?.length === desired.length && running.every((id, index) => id === desired[index])
  const isUpToDate = isAsDesired(memory.reportedProcesses.get(address.instance))
  const first = isUpToDate ? await agents.status(address) : await agents.apply(address, { processes })
  const isRight = isAsDesired(runningIn(first))
  const report = isRight || !isUpToDate ? first : await agents.apply(address, { processes })
  memory.reportedProcesses.set(address.instance, runningIn(report))
  return report
}

const runningIn = ({ processes }: AgentStatus): string[] =>
  processes
    .filter(({ state }) => state !== 'stopping')
    .map(({ id }) => id)
    .sort()

function desiredOn(pass: Pass, { clientToken }: InstanceStatus): DesiredProcess[] {
  const { status, environment, goal } = pass
  const surroundings = {
    displayName: environment.spec.displayName,
    loadBalancers: status.loadBalancers,
    wanted: goal.wanted,
  }
  const isToRun = (process: ProcessStatus) =>
    process.clientToken === clientToken && process.phase !== 'Stopping'
  return status.processes.filter(isToRun).flatMap((process) => {
    const application = applicationOf(pass, process)
    return application ? [toDesiredProcess(process, application, surroundings)] : []
  })
}

/** A status is written at most this often only to say that an agent was heard. */
const lastSeenResolutionMs = 5 * 60 * 1000

function heard(pass: Pass, instance: InstanceStatus, report: AgentStatus): void {
  const { memory, now } = pass
  pass.reports.set(instance.clientToken, report)
  memory.unreachableSince.delete(instance.clientToken)
  const isFirst = instance.phase === 'Launching'
  if (isFirst) {
    instance.phase = 'Running'
    pass.event('network', `${instance.instanceId} is up.`)
  }
  if (isFirst || now - instance.lastSeenEpoch > lastSeenResolutionMs) instance.lastSeenEpoch = now
}

/** An agent that stays silent makes its instance one to leave: its processes are replaced, and may serve as long as they can. */
function unheard(pass: Pass, instance: InstanceStatus): void {
  const { memory, now, limits } = pass
  // Where it is to be asked, only the cloud knows.
  if (!memory.agentAddresses.has(instance.clientToken) && !pass.hasSeenInstances) return
  const since = memory.unreachableSince.get(instance.clientToken) ?? now
  memory.unreachableSince.set(instance.clientToken, since)
  const neverAnswered = instance.phase === 'Launching'
  const isLost = neverAnswered
    ? pass.secondsSince(instance.lastSeenEpoch) > limits.bootSeconds
    : instance.phase === 'Running' && pass.secondsSince(since) > limits.unreachableSeconds
  if (!isLost) return
  instance.phase = 'Draining'
  const problem = neverAnswered ? 'did not come up' : 'does not answer any more'
  pass.event('network', `${instance.instanceId} ${problem}. What runs on it is replaced.`, 'ERROR')
}
