import { kindOf, leadingKind, standsIn } from '../../../core/resources/leading-balancers'
import { processLines } from '../../../core/environment-log/process-lines'
import type { AgentProcess, AgentStatus, DesiredProcess } from '../../../core/agent/protocol'
import type { EnvironmentStatus, InstanceStatus, ProcessStatus } from '../../../core/resources/environment'
import { traceIdOf } from '../../../core/resources/metadata'
import { AgentUnreachableError, type AgentAddress } from '../../agents/agents'
import { settlingSeconds, type Concern, type Learned, type Work } from '../concern'
import type { FleetFacts, ProcessesFacts } from '../facts'
import type { Pass } from '../pass'
import { applicationOf } from '../workload/application-of'
import { nameOf } from '../workload/goal'
import { learnCpuUse, type CpuReport } from './cpu-use'
import { toDesiredProcess } from './desired-processes'
import { forgetDigests, learnDigest } from './image-digests'
import { isFirstMemoryKill, newCrashLoops, recordCrashes } from './record-crashes'
import { logHealth } from './log-health'
import { recordStopPolls } from './record-stop-polls'
import { observeProcess } from './observe-process'
import { resolveImages } from './resolve-images'

/** The processes, as the agents of their instances run them. */
export class Processes implements Concern {
  readonly condition = 'ProcessesReady'
  readonly readyMessage = 'The agents that answer have their list of processes.'
  readonly intents = ({ processes }: EnvironmentStatus) => processes.map(({ id, phase }) => [id, phase])
  /** Client token to the ids of the processes that the agent last said it keeps running, sorted. */
  private readonly reportedProcesses = new Map<string, string[]>()

  recall(): ProcessesFacts {
    return { reports: new Map() }
  }

  /**
   * Tells every agent the full list of what it should run, if that differs from what it said last, and asks what became of it. All
   * at once: a slow agent does not hold up the others. Asks only for processes that stood in the status when it was read.
   */
  async carryOut(work: Work, fleet: FleetFacts): Promise<Learned<ProcessesFacts>> {
    const { draft } = work
    const reports = new Map<string, AgentStatus>()
    const asked = draft.status.instances.map(async (instance) => {
      const report = await this.ask(work, fleet, instance)
      if (report) reports.set(instance.clientToken, report)
    })
    await Promise.all([...asked, resolveImages(work, fleet)])
    const present = new Set(draft.status.instances.map(({ clientToken }) => clientToken))
    for (const token of this.reportedProcesses.keys())
      if (!present.has(token)) this.reportedProcesses.delete(token)
    return { reports }
  }

  /** Takes over into the processes what the agents reported in this pass, and drops processes that have stopped. */
  observe(work: Work, known: FleetFacts & ProcessesFacts): Learned<ProcessesFacts> {
    const { pass, draft } = work
    const { status } = draft
    const recovered: ProcessStatus[] = []
    const used: CpuReport[] = []
    for (const process of status.processes) {
      const report = known.reports.get(process.clientToken)?.processes.find((one) => one.id === process.id)
      if (!report) continue
      recordDigest(work, process, report)
      recordStopPolls(process, report, pass.moment)
      if (report.state === 'stopping') continue
      used.push({ applicationId: process.applicationId, cpuUsed: report.cpuUsed })
      if (isFirstMemoryKill(status.processes, process, report)) tellOfMemoryKill(work, process)
      recordCrashes(process, report, pass.moment, pass.limits.crashLoop)
      const change = observeProcess(process, report, pass.moment)
      if (change === 'became-healthy') recovered.push(process)
      if (change === 'fell-ill')
        draft.eventOf(process, processLines.unhealthy, {
          name: describe(pass, process),
          why: process.message ?? '',
        })
      if (change === 'restarted' && process.crashLoopEpoch === undefined)
        draft.eventOf(process, processLines.restarted, { name: describe(pass, process) })
    }
    status.processes = status.processes.filter((process) => !hasStopped(work, known, process))
    const { wanted, fallback } = pass.goal
    const kept = [...wanted, ...fallback].map(({ application }) => application)
    forgetDigests(status, kept)
    learnCpuUse(status, used, kept)
    logHealth(pass, draft, recovered)
    tellOfCrashLoops(work)
    return {}
  }

  /** The agent's answer; undefined if it cannot be asked or does not answer. */
  private async ask(
    work: Work,
    fleet: FleetFacts,
    instance: InstanceStatus,
  ): Promise<AgentStatus | undefined> {
    const { pass } = work
    const { agents, log } = pass.dependencies
    const address = fleet.agentAddresses.get(instance.clientToken)
    if (!address || instance.phase === 'Terminating') return undefined
    try {
      return settlingSeconds(pass, fleet) > 0
        ? await agents.status(address)
        : await this.exchange(pass, address, desiredOn(work, instance))
    } catch (error) {
      if (!(error instanceof AgentUnreachableError)) throw error
      log.debug({ err: error, instance: instance.instanceId }, 'agent does not answer')
      return undefined
    }
  }

  private async exchange(
    { dependencies: { agents } }: Pass,
    address: AgentAddress,
    processes: DesiredProcess[],
  ): Promise<AgentStatus> {
    const desired = processes.map(({ id }) => id).sort()
    const isAsDesired = (running: string[] | undefined) =>
      running?.length === desired.length && running.every((id, index) => id === desired[index])
    const isUpToDate = isAsDesired(this.reportedProcesses.get(address.instance))
    const first = isUpToDate ? await agents.status(address) : await agents.apply(address, { processes })
    const isRight = isAsDesired(runningIn(first))
    const report = isRight || !isUpToDate ? first : await agents.apply(address, { processes })
    this.reportedProcesses.set(address.instance, runningIn(report))
    return report
  }
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
    loadBalancers: status.loadBalancers.filter(
      (entry) => standsIn(instance)(entry) && kindOf(entry) === leadingKind(status),
    ),
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

/** Logs that programs are killed for memory in processes that go on: nothing else shows it. */
function tellOfMemoryKill({ pass, draft }: Work, process: ProcessStatus): void {
  const memoryMb = applicationOf(pass, process)?.memoryMb
  draft.eventOf(process, processLines.programKilled, { name: describe(pass, process), memoryMb })
}

/** Logs crash loops, in one line per release. */
function tellOfCrashLoops({ pass, draft }: Work): void {
  for (const process of newCrashLoops(draft.status.processes, pass.stamp)) {
    const often = `${process.crashEpochs?.length} times within ${pass.limits.crashLoop.seconds / 60} minutes`
    const line = process.memoryKills === undefined ? processLines.crashLoop : processLines.memoryLoop
    draft.eventOf(process, line, { name: describe(pass, process), often, why: process.message ?? '' })
  }
}

function recordDigest({ pass, draft }: Work, process: ProcessStatus, report: AgentProcess): void {
  const application = applicationOf(pass, process)
  if (application && learnDigest(draft.status, application, report))
    draft.event(processLines.image, {
      name: nameOf({ application }),
      image: `${application.image}@${report.digest}`,
    })
}

/** Left out of the list that its agent got, and no longer in the agent's own; or there is nobody left to ask. */
function hasStopped(
  { pass, draft }: Work,
  { reports, silentSince }: FleetFacts & ProcessesFacts,
  { id, phase, clientToken }: ProcessStatus,
): boolean {
  if (phase !== 'Stopping') return false
  if (!draft.status.instances.some((instance) => instance.clientToken === clientToken)) return true
  const report = reports.get(clientToken)
  if (report) return report.processes.every((one) => one.id !== id)
  return pass.secondsSince(silentSince.get(clientToken) ?? pass.now) > pass.limits.unreachableSeconds
}

function describe(pass: Pass, process: ProcessStatus): string {
  const application = applicationOf(pass, process)
  return application ? nameOf({ application }) : 'an application'
}
