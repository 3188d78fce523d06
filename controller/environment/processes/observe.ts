import { processLines } from '../../../core/environment-log/process-lines'
import type { AgentProcess } from '../../../core/agent/protocol'
import type { ProcessStatus } from '../../../core/resources/environment'
import type { Learned, Work } from '../concern'
import type { Pass } from '../pass'
import { applicationOf } from '../workload/application-of'
import { nameOf } from '../workload/goal'
import { forgetDigests, learnDigest } from './image-digests'
import { isFirstMemoryKill, newCrashLoops, noteCrashes } from './note-crashes'
import { noteHealth } from './note-health'
import { noteStopPolls } from './note-stop-polls'
import { observeProcess } from './observe-process'

/** Takes over into the processes what the agents reported in this pass, and drops processes that have stopped. */
export function observe(work: Work): Learned {
  const { pass, draft, observed } = work
  const { status } = draft
  const recovered: ProcessStatus[] = []
  for (const process of status.processes) {
    const report = observed.reports.get(process.clientToken)?.processes.find((one) => one.id === process.id)
    if (!report) continue
    noteDigest(work, process, report)
    noteStopPolls(process, report, pass.now)
    if (report.state === 'stopping') continue
    if (isFirstMemoryKill(status.processes, process, report)) tellOfMemoryKill(work, process)
    noteCrashes(process, report, { now: pass.now, ...pass.limits.crashLoop })
    const change = observeProcess(process, report, pass.now)
    if (change === 'became-healthy') recovered.push(process)
    if (change === 'fell-ill')
      draft.event(processLines.unhealthy, { name: describe(pass, process), why: process.message ?? '' })
  }
  status.processes = status.processes.filter((process) => !hasStopped(work, process))
  const { wanted, fallback } = pass.goal
  forgetDigests(
    status,
    [...wanted, ...fallback].map(({ application }) => application),
  )
  noteHealth(pass, draft, recovered)
  tellOfCrashLoops(work)
  return {}
}

/** Logs that programs are killed for memory in processes that go on: nothing else shows it. */
function tellOfMemoryKill({ pass, draft }: Work, process: ProcessStatus): void {
  const memoryMb = applicationOf(pass, process)?.memoryMb
  draft.event(processLines.programKilled, { name: describe(pass, process), memoryMb })
}

/** Logs crash loops, in one line per release. */
function tellOfCrashLoops({ pass, draft }: Work): void {
  for (const process of newCrashLoops(draft.status.processes, pass.now)) {
    const often = `${process.crashEpochs?.length} times within ${pass.limits.crashLoop.seconds / 60} minutes`
    const line = process.memoryKills === undefined ? processLines.crashLoop : processLines.memoryLoop
    draft.event(line, { name: describe(pass, process), often, why: process.message ?? '' })
  }
}

function noteDigest({ pass, draft }: Work, process: ProcessStatus, report: AgentProcess): void {
  const application = applicationOf(pass, process)
  if (application && learnDigest(draft.status, application, report))
    draft.event(processLines.image, {
      name: nameOf({ application }),
      image: `${application.image}@${report.digest}`,
    })
}

/** Left out of the list that its agent got, and no longer in the agent's own; or there is nobody left to ask. */
function hasStopped({ pass, draft, observed }: Work, { id, phase, clientToken }: ProcessStatus): boolean {
  const { reports, silentSince } = observed
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
