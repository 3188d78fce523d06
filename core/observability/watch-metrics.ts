import { Counter, Gauge, type Registry } from 'prom-client'
import type { LivenessBoard, SourceState } from './liveness'

/** Reports of every watch, lease and listening connection how it is whenever the metrics are read. */
export function trackWatches(registry: Registry, board: LivenessBoard): void {
  const perWatch = (name: string, help: string, read: (state: SourceState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [source, state] of board.states()) this.set({ source }, read(state))
      },
    })
  perWatch(
    'sdo_watch_silence_seconds',
    'Since the last sign of life of a watch, a lease or a connection that listens.',
    ({ silentSeconds }) => silentSeconds,
  )
  perWatch(
    'sdo_watch_failing',
    '1 while a watch, a lease or a connection that listens is refused or not answered.',
    ({ isFailing }) => (isFailing ? 1 : 0),
  )
  new Counter({
    name: 'sdo_watch_failures_total',
    help: 'Refused or unanswered requests of a watch, a lease or a connection that listens.',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [source, { failures }] of board.states()) this.inc({ source }, failures)
    },
  })
}
