import type { AgentProcess } from '../../../core/agent/protocol'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { EnvironmentStatus } from '../../../core/resources/environment'

/** Less of what it asks for is no news: plans would change for nothing. */
const noticeable = 0.05
const digits = 1000

/** What agents say of processes of one application. */
export interface CpuReport extends Pick<AgentProcess, 'cpuUsed'> {
  applicationId: string
}

/**
 * Takes over how many cores a process of each application used on the average of a day, of those that have run for so long. What was measured
 * stays until something else is, and goes with the application.
 */
export function learnCpuUse(
  status: Pick<EnvironmentStatus, 'cpuUse'>,
  reports: CpuReport[],
  kept: Pick<ApplicationSpec, 'applicationId' | 'cpu'>[],
): void {
  const asked = new Map(kept.map(({ applicationId, cpu }) => [applicationId, cpu]))
  const measured = new Map<string, number[]>()
  for (const { applicationId, cpuUsed } of reports)
    if (cpuUsed !== undefined) measured.set(applicationId, [...(measured.get(applicationId) ?? []), cpuUsed])
  const known = new Map(status.cpuUse?.map(({ applicationId, cores }) => [applicationId, cores]))
  const learned = [...asked].flatMap(([applicationId, cpu]) => {
    const before = known.get(applicationId)
    const now = averageOf(measured.get(applicationId)) ?? before
    if (now === undefined) return []
    const isNews = before === undefined || Math.abs(now - before) >= noticeable * cpu
    return [{ applicationId, cores: isNews ? now : before }]
  })
  if (learned.length > 0) status.cpuUse = learned
  else delete status.cpuUse
}

const averageOf = (figures: number[] = []): number | undefined =>
  figures.length === 0
    ? undefined
    : Math.round((figures.reduce((sum, one) => sum + one, 0) / figures.length) * digits) / digits
