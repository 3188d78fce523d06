import type { Kind, ResourceByKind } from '../../../core/resources/kinds'
import type { WatchListener } from '../../../controller/runtime/watch-report'

/** Keeps what a watch reported and lets a test await what it is to report. */
export class WatchRecorder<K extends Kind> implements WatchListener<ResourceByKind[K]> {
  readonly present = new Map<string, ResourceByKind[K]>()
  readonly removals: string[] = []
  isSynced = false
  private readonly checks = new Set<() => void>()

  changed(resource: ResourceByKind[K]): void {
    this.present.set(resource.metadata.name, resource)
    this.check()
  }

  removed(name: string): void {
    this.present.delete(name)
    this.removals.push(name)
    this.check()
  }

  synced(): void {
    this.isSynced = true
    this.check()
  }

  /** Resolves once `condition` holds; the test's own time limit is the only other way out. */
  until(condition: (recorder: this) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!condition(this)) return
        this.checks.delete(check)
        resolve()
      }
      this.checks.add(check)
      check()
    })
  }

  private check() {
    for (const check of [...this.checks]) check()
  }
}
