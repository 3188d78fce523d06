import { systemClock, type Clock } from '../../core/time/clock'
import { shardCount } from './shard'

/** One time that a shard is led; `number` is another one each time. */
export interface ThreadTerm {
  shard: number
  number: number
}

/** Thread that leads to the one that holds the leases. */
export type ToHolder = { type: 'stop' } | { type: 'settled'; term: ThreadTerm; hasFailed: boolean }

/** Thread that holds the leases to the one that leads. */
export type ToLeader =
  | { type: 'began' | 'ended'; term: ThreadTerm }
  | { type: 'answered' }
  | { type: 'failed'; reason: string }
  | { type: 'over' }

/** One end of what two threads tell each other, in order. */
export interface Channel<Told, Heard> {
  post(message: Told): void
  listen(hear: (message: Heard) => void): void
}

/** The clock whose span of time every thread of a process reads alike; `performance.now` begins anew in each. */
export const threadClock: Clock = {
  ...systemClock,
  monotonic: () => Number(process.hrtime.bigint() / 1000n) / 1000,
}

/** After the places of the shards. */
const seenAlive = shardCount

/**
 * What both threads read at once, however busy the other one is: until when each shard is held, and when the thread that leads last showed
 * life, by the clock of threads.
 */
export class ElectionMemory {
  private readonly microseconds: BigInt64Array

  constructor(readonly buffer = new SharedArrayBuffer((shardCount + 1) * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.microseconds = new BigInt64Array(buffer)
  }

  /** Until when a shard is held, in milliseconds; below zero: it is not. */
  heldUntil(shard: number): number {
    return this.read(shard)
  }

  hold(shard: number, until: number): void {
    this.write(shard, Math.max(until, -1))
  }

  holdNothing(): void {
    for (let shard = 0; shard < shardCount; shard++) this.hold(shard, -1)
  }

  get seenAlive(): number {
    return this.read(seenAlive)
  }

  set seenAlive(at: number) {
    this.write(seenAlive, at)
  }

  private read(place: number): number {
    return Number(Atomics.load(this.microseconds, place)) / 1000
  }

  /** Rounded down: nobody believes for longer than was said. */
  private write(place: number, milliseconds: number): void {
    Atomics.store(this.microseconds, place, BigInt(Math.floor(milliseconds * 1000)))
  }
}
