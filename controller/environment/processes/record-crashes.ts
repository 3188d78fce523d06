import type { AgentProcess } from '../../../core/agent/protocol'
import type { ProcessStatus } from '../../../core/resources/environment'
import type { Moment } from '../rest/moment'

interface CrashLoop {
  /** How many crashes within that time are a loop. */
  crashes: number
  seconds: number
}

/**
 * Remembers in `process` when it crashed lately, and since when it does again and again; a program in it that was killed for memory counts as well.
 * Before it was in service once, its deployment is judged by its crashes instead. To be called before the report's counts are taken over.
 */
export function recordCrashes(
  process: ProcessStatus,
  { restarts, memoryKills = 0 }: Pick<AgentProcess, 'restarts' | 'memoryKills'>,
  moment: Moment,
  { crashes, seconds }: CrashLoop,
): void {
  if (process.healthyEpoch === undefined) return
  const isRecent = (epoch: number) => !moment.isPast(epoch + seconds * 1000)
  const more = (count: number, before = 0) => Math.max(0, count - before)
  const happened = more(restarts, process.restarts) + more(memoryKills, process.memoryKills)
  const fresh = Math.min(happened, crashes)
  const recent = [...(process.crashEpochs ?? []).filter(isRecent), ...Array<number>(fresh).fill(moment.stamp)]
  if (recent.length > 0) process.crashEpochs = recent.slice(-crashes)
  else delete process.crashEpochs
  if (recent.length >= crashes) process.crashLoopEpoch ??= moment.stamp
  else if (recent.length === 0) delete process.crashLoopEpoch
}

/** The first process in a crash loop of each release that had none in one before `now`. */
export function newCrashLoops(processes: ProcessStatus[], now: number): ProcessStatus[] {
  const looping = processes.filter(({ crashLoopEpoch }) => crashLoopEpoch !== undefined)
  const releases = new Map<string, ProcessStatus>()
  for (const process of looping)
    if ((process.crashLoopEpoch ?? 0) < (releases.get(process.releaseId)?.crashLoopEpoch ?? Infinity))
      releases.set(process.releaseId, process)
  return [...releases.values()].filter(({ crashLoopEpoch }) => crashLoopEpoch === now)
}

/** Whether the report is the first of its release that tells of programs killed for memory. To be called before it is taken over. */
export const isFirstMemoryKill = (
  processes: ProcessStatus[],
  { releaseId }: ProcessStatus,
  { memoryKills }: Pick<AgentProcess, 'memoryKills'>,
): boolean =>
  memoryKills !== undefined &&
  processes.every((other) => other.releaseId !== releaseId || other.memoryKills === undefined)
