import type { Environment } from '../core/resources/environment'
import { isToGo } from '../core/resources/metadata'
import type { Clock } from '../core/time/clock'
import type { WorkQueue } from './runtime/work-queue'

/** Between two environments at rest that are looked at for the first time: a controller that takes over has other things to do. */
const paceMilliseconds = 50

/**
 * Queues environments. One that something is to be done for comes at once; one at rest that this controller has not looked at yet takes
 * its turn, so that taking over hundreds of them holds up nobody who waits for something.
 */
export class FirstPasses {
  /** When each environment may be looked at without waiting for its turn any more, by the clock that is never set. */
  private readonly turns = new Map<string, number>()
  private lastTurn = -Infinity

  constructor(
    private readonly queue: Pick<WorkQueue, 'add' | 'addAfter'>,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /** Something may have changed for the environment; without it, it is gone. */
  add(name: string, environment: Environment | undefined): void {
    if (!environment) this.turns.delete(name)
    if (!environment || !isAtRest(environment)) return this.addNow(name, environment !== undefined)
    const now = this.clock.monotonic()
    const turn = this.turns.get(name) ?? this.takeTurn(now)
    this.turns.set(name, turn)
    if (turn <= now) this.queue.add(name)
    else this.queue.addAfter(name, turn - now)
  }

  /** Something is to be done for the environment. */
  addNow(name: string, isThere = true): void {
    if (isThere) this.turns.set(name, this.clock.monotonic())
    this.queue.add(name)
  }

  /** The next look at the environment is the first one again. */
  forget(name: string): void {
    this.turns.delete(name)
  }

  private takeTurn(now: number): number {
    this.lastTurn = Math.max(this.lastTurn + paceMilliseconds, now)
    return this.lastTurn
  }
}

/** Whether all is as asked for, as far as was written down. */
const isAtRest = ({ metadata, status }: Environment): boolean =>
  status?.phase === 'Ready' &&
  status.observedGeneration === metadata.generation &&
  !isToGo(metadata) &&
  status.instances.every(
    ({ phase, interruptedEpoch }) => phase === 'Running' && interruptedEpoch === undefined,
  )
