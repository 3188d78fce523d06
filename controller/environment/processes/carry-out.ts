import type { AgentStatus, DesiredProcess } from '../../../core/agent/protocol'
import type { InstanceStatus, ProcessStatus } from '../../../core/resources/environment'
import { traceIdOf } from '../../../core/resources/metadata'
import { AgentUnreachableError, type AgentAddress } from '../../agents/agents'
import { settlingSeconds, type Learned, type Work } from '../concern'
import { applicationOf } from '../workload/application-of'
import { standsIn } from '../workload/places'
import { toDesiredProcess } from './desired-processes'
import { resolveImages } from './resolve-images'

interface ProcessesMemory {
  /** Client token to the ids of the processes that the agent last said it keeps running, sorted. */
  reportedProcesses: Map<string, string[]>
}

export const emptyMemory = (): ProcessesMemory => ({ reportedProcesses: new Map() })

/**
 * Tells every agent the full list of what it should run, if that differs from what it said last, and asks what became of it. All
 * at once: a slow agent does not hold up the others. Asks only for processes that stood in the status when it was read.
 */
export async function carryOut(work: Work<ProcessesMemory>): Promise<Learned> {
  const { draft, memory } = work
  const reports = new Map<string, AgentStatus>()
  const asked = draft.status.instances.map(async (instance) => {
    const report = await ask(work, instance)
    if (report) reports.set(instance.clientToken, report)
  })
  await Promise.all([...asked, resolveImages(work)])
  const present = new Set(draft.status.instances.map(({ clientToken }) => clientToken))
  for (const token of memory.reportedProcesses.keys())
    if (!present.has(token)) memory.reportedProcesses.delete(token)
  return { reports }
}

/** The agent's answer; undefined if it cannot be asked or does not answer. */
async function ask(work: Work<ProcessesMemory>, instance: InstanceStatus): Promise<AgentStatus | undefined> {
  const { pass, observed } = work
  const { agents, log } = pass.dependencies
  const address = observed.agentAddresses.get(instance.clientToken)
  if (!address || instance.phase === 'Terminating') return undefined
  try {
    return settlingSeconds(work) > 0
      ? await agents.status(address)
      : await exchange(work, address, desiredOn(work, instance))
  } catch (error) {
    if (!(error instanceof AgentUnreachableError)) throw error
    log.debug({ err: error, instance: instance.instanceId }, 'agent does not answer')
    return undefined
  }
}

async function exchange(
  { pass, memory }: Work<ProcessesMemory>,
  address: AgentAddress,
  processes: DesiredProcess[],
): Promise<AgentStatus> {
  const { agents } = pass.dependencies
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

function desiredOn({ pass, draft: { status } }: Work, instance: InstanceStatus): DesiredProcess[] {
  const { environment, goal, deployments } = pass
  const facts = {
    displayName: environment.spec.displayName,
    loadBalancers: status.loadBalancers.filter(standsIn(instance)),
    imageDigests: status.imageDigests,
    logGroups: status.logGroups,
    wanted: goal.wanted,
    traceIdOf: (name: string) => {
      const deployment = deployments.find(({ metadata }) => metadata.name === name)
      return deployment && traceIdOf(deployment.metadata)
    },
  }
  const isToRun = (process: ProcessStatus) =>
    process.clientToken === instance.clientToken && process.phase !== 'Stopping'
  return status.processes.filter(isToRun).flatMap((process) => {
    const application = applicationOf(pass, process)
    return application ? [toDesiredProcess(process, application, facts)] : []
  })
}
