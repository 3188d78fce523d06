import { backoffMilliseconds, withJitter } from '../../core/time/backoff'
import type { Clock } from '../../core/time/clock'
import { Doorbell } from '../../core/time/doorbell'
import type { Logger } from '../../core/logging/logger'
import type { Kind, ResourceByKind } from '../../core/resources/kinds'
import { TroubleLog } from '../../core/logging/trouble-log'
import { WatchReport, type WatchListener } from '../runtime/watch-report'
import type { PostgresResources } from './postgres-resources'

interface PostgresWatchOptions<K extends Kind> {
  kind: K
  resources: PostgresResources
  handlers: WatchListener<ResourceByKind[K]>
  resyncSeconds: number
  clock: Clock
  random: () => number
  log: Logger
  signal: AbortSignal
}

const retry = { baseMilliseconds: 100, capMilliseconds: 10_000 }

/**
 * Reports the resources of one kind. Notifications only say where to look: what is reported is always read from the
 * table, by one reader at a time, so that an older state is never reported after a newer one.
 */
export class PostgresWatch<K extends Kind> {
  private readonly names = new Set<string>()
  private everything = true
  private failures = 0
  private readonly bell = new Doorbell()
  private readonly report: WatchReport<ResourceByKind[K]>
  private readonly trouble: TroubleLog

  constructor(private readonly options: PostgresWatchOptions<K>) {
    this.report = new WatchReport(options.handlers)
    this.trouble = new TroubleLog(options.log, options.clock, {
      trouble: 'Resources cannot be read',
      recovery: 'Resources are read again',
    })
    options.signal.addEventListener('abort', () => this.bell.ring(), { once: true })
    void this.run()
  }

  /** The resource may have changed. */
  noticed(name: string): void {
    this.names.add(name)
    this.bell.ring()
  }

  /** Anything may have changed. */
  noticedEverything(): void {
    this.everything = true
    this.bell.ring()
  }

  private async run(): Promise<void> {
    const { signal, clock, random, resyncSeconds } = this.options
    while (!signal.aborted) {
      if (this.everything || this.names.size > 0) {
        await this.read()
        continue
      }
      const isRung = await this.bell.wait(clock, withJitter(resyncSeconds, random) * 1000)
      if (!isRung) this.everything = true
    }
  }

  private async read(): Promise<void> {
    const { kind, signal, clock, random, handlers } = this.options
    const everything = this.everything
    const names = [...this.names]
    this.everything = false
    this.names.clear()
    try {
      if (everything) await this.readEverything()
      else await this.readNamed(names)
      this.failures = 0
      this.trouble.recovered({ watch: kind })
      handlers.progressed?.()
    } catch (error) {
      if (signal.aborted) return
      this.everything = true
      this.failures += 1
      const pause = backoffMilliseconds(this.failures, retry, random)
      const reason = error instanceof Error ? error.message : String(error)
      this.trouble.failed(reason, { watch: kind, retryInMilliseconds: pause })
      handlers.failed?.(reason)
      await clock.sleep(pause, signal)
    }
  }

  private async readEverything(): Promise<void> {
    const found = await this.options.resources.list(this.options.kind)
    if (!this.options.signal.aborted) this.report.listed(byName(found))
  }

  private async readNamed(names: string[]): Promise<void> {
    const found = byName(await this.options.resources.listNamed(this.options.kind, names))
    if (this.options.signal.aborted) return
    for (const name of names) {
      const resource = found.get(name)
      if (resource) this.report.changed(name, resource)
      else this.report.removed(name)
    }
  }
}

const byName = <R extends { metadata: { name: string } }>(resources: R[]) =>
  new Map(resources.map((resource) => [resource.metadata.name, resource]))
