import type { EnvironmentStatus } from '../../core/resources/environment'
import type { Interruption } from '../cloud/cloud'
import { ConflictError, type ResourceStore } from '../store/store'

interface RecorderDependencies {
  store: Pick<ResourceStore, 'get' | 'replaceStatus'>
  clock: { now(): number }
}

interface Waiting {
  warning: Interruption
  settle(isRecorded: boolean): void
  fail(error: unknown): void
}

/** The reconciler writes the same status; whoever comes later reads again. */
const conflictRetries = 20

/**
 * Writes warnings into the status of the environment whose instance they are about. At most one write per environment is under way; what
 * arrives meanwhile is written by the next one, all together, so that a burst costs few writes.
 */
export class WarningRecorder {
  private readonly waiting = new Map<string, Waiting[]>()

  constructor(private readonly dependencies: RecorderDependencies) {}

  /**
   * @returns resolves with true once the warning stands in the status of the environment, by this write or an earlier one; with false if
   * no instance of the environment is meant
   */
  record(environment: string, warning: Interruption): Promise<boolean> {
    return new Promise((settle, fail) => {
      const entry = { warning, settle, fail }
      const present = this.waiting.get(environment)
      if (present) return void present.push(entry)
      this.waiting.set(environment, [entry])
      void this.writeAll(environment)
    })
  }

  private async writeAll(environment: string): Promise<void> {
    for (let batch = this.take(environment); batch.length > 0; batch = this.take(environment)) {
      try {
        const recorded = await this.write(environment, batch)
        for (const { warning, settle } of batch) settle(recorded.has(warning.instanceId))
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
    }
    this.waiting.delete(environment)
  }

  private take(environment: string): Waiting[] {
    return this.waiting.get(environment)?.splice(0) ?? []
  }

  /** Ids of the instances of which the status says now that they are taken back. */
  private async write(name: string, batch: Waiting[]): Promise<Set<string>> {
    const { store } = this.dependencies
    for (let attempt = 1; ; attempt++)
      try {
        const environment = await store.get('Environment', name)
        if (!environment?.status) return new Set()
        const { status, recorded, isChanged } = this.note(environment.status, batch)
        if (isChanged) await store.replaceStatus('Environment', environment, status)
        return recorded
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt > conflictRetries) throw error
      }
  }

  private note(before: EnvironmentStatus, batch: Waiting[]) {
    const takenBack = new Map(batch.map(({ warning }) => [warning.instanceId, warning.terminateEpoch]))
    const recorded = new Set<string>()
    let isChanged = false
    const instances = before.instances.map((instance) => {
      const { instanceId = '', interruptedEpoch } = instance
      const takenBackEpoch = takenBack.get(instanceId)
      if (takenBackEpoch === undefined) return instance
      recorded.add(instanceId)
      if (interruptedEpoch !== undefined) return instance
      isChanged = true
      return { ...instance, interruptedEpoch: this.dependencies.clock.now(), takenBackEpoch }
    })
    return { status: { ...before, instances }, recorded, isChanged }
  }
}
