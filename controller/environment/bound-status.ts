import type { EnvironmentStatus, InstanceStatus, ProcessStatus } from '../../core/resources/environment'
import { shortened } from './shortened'

/** etcd takes 1.5 MiB of a whole object; this leaves room for spec and metadata. */
export const largestStatusBytes = 1_400_000
/** With all processes that leave and come at the same time; for what a deployment brings, and what replaces lost ones. */
export const mostProcesses = { deployed: 2_400, replaced: 2_700 }
/** Lines of the log that stay where there is room for few, and what of a text. */
const fewEvents = 20
const shortText = 100

/**
 * Ways to shorten a status, the least needed part first. Nothing that a pass decides by is left out: of a text it stays known which it was, of
 * a boot that it was told of, and no line of the log is read again.
 */
const sheds: ((status: EnvironmentStatus) => EnvironmentStatus)[] = [
  (status) => ({ ...status, instances: status.instances.map(withoutBootSteps) }),
  (status) => ({
    ...status,
    processes: status.processes.map(({ healthMilliseconds: _answered, ...process }) => process),
  }),
  (status) => ({ ...status, processes: status.processes.map((process) => withTexts(process, shortText)) }),
  (status) => ({ ...status, events: status.events.slice(-fewEvents) }),
  (status) => ({ ...status, processes: withMarksOfTexts(status.processes) }),
  (status) => ({
    ...status,
    events: status.events.map((event) => ({ ...event, message: event.message.slice(0, 1_000) })),
  }),
]

/**
 * The status as it comes back from a store: members that are undefined are gone, and of one that is too large, texts and old lines of the log
 * are left out until it is not.
 */
export function boundStatus(status: EnvironmentStatus): EnvironmentStatus {
  let text = JSON.stringify(status)
  for (const shed of sheds) {
    if (Buffer.byteLength(text) <= largestStatusBytes) break
    text = JSON.stringify(shed(JSON.parse(text) as EnvironmentStatus))
  }
  return JSON.parse(text) as EnvironmentStatus
}

/** What is decided is whether any process of a release has a text: one that has it is enough. */
function withMarksOfTexts(processes: ProcessStatus[]): ProcessStatus[] {
  const known = new Set<string>()
  const isFirst = ({ applicationId, releaseId }: ProcessStatus, field: string, text: string) => {
    const key = JSON.stringify([applicationId, releaseId, field, text])
    return !known.has(key) && known.add(key)
  }
  return processes.map((process) => {
    const { message, outputFault, ...rest } = withTexts(process, 0)
    return {
      ...rest,
      ...(message !== undefined && isFirst(process, 'message', message) && { message }),
      ...(outputFault !== undefined && isFirst(process, 'outputFault', outputFault) && { outputFault }),
    }
  })
}

const withoutBootSteps = (instance: InstanceStatus): InstanceStatus =>
  instance.boot ? { ...instance, boot: {} } : instance

function withTexts(process: ProcessStatus, length: number): ProcessStatus {
  const { message, outputFault } = process
  return {
    ...process,
    ...(message !== undefined && { message: shortened(message, length) }),
    ...(outputFault !== undefined && { outputFault: shortened(outputFault, length) }),
  }
}
