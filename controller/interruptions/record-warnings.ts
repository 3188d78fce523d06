import type { Environment, EnvironmentStatus } from '../../core/resources/environment'
import type { Interruption } from '../cloud/cloud'
import { ConflictError, type ResourceStore } from '../store/store'

interface RecorderDependencies {
  store: Pick<ResourceStore, 'get' | 'replaceStatus'>
  clock: { now(): number }
  /** The environment as it was last seen; a hint that saves a read. */
  find?(name: string): Environment | undefined
}

interface Waiting {
  warning: Interruption
  settle(isRecorded: boolean): void
  fail(error: unknown): void
}

/** The reconciler writes the same status; whoever comes later reads again. */
const conflictRetries = 20
/** More at a time would only wait for each other, while more warnings for each environment come in. */
const mostWrites = 8

/**
 * Writes warnings into the status of the environment whose instance they are about. At most one write per environment is under way; what
 * arrives meanwhile is written by the next one, all together, so that a burst costs few writes.
 */
export class WarningRecorder {
  /** Warnings by environment, in the order of their turns. */
  private readonly waiting = new Map<string, Waiting[]>()
  private readonly writing = new Set<string>()

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
      this.giveTurns()
    })
  }

  private giveTurns(): void {
    for (const [environment, batch] of this.waiting) {
      if (this.writing.size >= mostWrites) return
      if (this.writing.has(environment)) continue
      this.waiting.delete(environment)
      this.writing.add(environment)
      void this.writeBatch(environment, batch)
    }
  }

  private async writeBatch(environment: string, batch: Waiting[]): Promise<void> {
    try {
      const recorded = await this.write(environment, batch)
      for (const { warning, settle } of batch) settle(recorded.has(warning.instanceId))
    } catch (error) {
      for (const { fail } of batch) fail(error)
    } finally {
      this.writing.delete(environment)
      this.giveTurns()
    }
  }

  /** Ids of the instances of which the status says now that they are taken back. */
  private async write(name: string, batch: Waiting[]): Promise<Set<string>> {
    const { store, find } = this.dependencies
    const seen = find?.(name)
    for (let attempt = 1; ; attempt++)
      try {
        const environment = (attempt === 1 && seen) || (await store.get('Environment', name))
        if (!environment?.status) return new Set()
        const { status, recorded, isChanged } = this.markTakenBack(environment.status, batch)
        if (isChanged) await store.replaceStatus('Environment', environment, status)
        // What is only remembered is no proof of what is written.
        if (isChanged || environment !== seen) return recorded
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt > conflictRetries) throw error
      }
  }

  private markTakenBack(before: EnvironmentStatus, batch: Waiting[]) {
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
