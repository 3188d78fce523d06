import { setMaxListeners } from 'node:events'
import { type IsHeld, shardOf, type LeadShard } from './shard'

/** The shards that this process holds, each with what it made for its term of it. */
export interface Terms<Term> {
  /** Whether work on what is in the account may begin here. */
  has(awsAccount: string): boolean
  /**
   * Works on what is in the account, whose term does not end before the work has. Undefined where another process has the account, or this one
   * lost it meanwhile: whoever has it then begins anew.
   */
  run<Result>(awsAccount: string, work: (term: Term) => Promise<Result>): Promise<Result | undefined>
  /** `listener` hears of every shard whose work begins here, after it may. */
  onBegin(listener: (shard: number) => void): void
}

interface Accompanied {
  /** What goes on through all of the term; resolves soon after `signal` aborts. */
  accompany(signal: AbortSignal): Promise<unknown>
}

interface Running<Term> {
  term: Term
  isOpen(): boolean
  /** Whether what it does has come to nothing. */
  isLost(): boolean
  underWay: Set<Promise<unknown>>
}

/** Leads shards: each term has things of its own, so that nothing of it is remembered when the shard was another's meanwhile. */
export class ShardTerms<Term extends Accompanied> implements Terms<Term> {
  private readonly running = new Map<number, Running<Term>>()
  private readonly listeners: ((shard: number) => void)[] = []

  /** @param create what works on a shard, with nothing remembered. It does nothing to the outside that `isHeld` does not allow. */
  constructor(private readonly create: (shard: number, isHeld: IsHeld) => Term) {}

  readonly lead: LeadShard = async (shard, signal, isHeld) => {
    // Each account of the shard waits for it.
    setMaxListeners(0, signal)
    let isOver = false
    // The shard may be won again, and then `isHeld` says yes once more: not to what is left of this term.
    const isAllowed = () => !isOver && isHeld()
    const running: Running<Term> = {
      term: this.create(shard, isAllowed),
      isOpen: () => !signal.aborted && isAllowed(),
      isLost: () => !isAllowed(),
      underWay: new Set(),
    }
    this.running.set(shard, running)
    try {
      const ended = running.term.accompany(signal)
      for (const listener of this.listeners) listener(shard)
      await ended
    } finally {
      while (running.underWay.size > 0) await Promise.allSettled(running.underWay)
      isOver = true
      this.running.delete(shard)
    }
  }

  /** How many shards are held. */
  get size(): number {
    return this.running.size
  }

  has(awsAccount: string): boolean {
    return this.running.get(shardOf(awsAccount))?.isOpen() ?? false
  }

  async run<Result>(awsAccount: string, work: (term: Term) => Promise<Result>): Promise<Result | undefined> {
    const running = this.running.get(shardOf(awsAccount))
    if (!running?.isOpen()) return undefined
    const result = work(running.term)
    running.underWay.add(result)
    try {
      return await result
    } catch (error) {
      if (running.isLost()) return undefined
      throw error
    } finally {
      running.underWay.delete(result)
    }
  }

  onBegin(listener: (shard: number) => void): void {
    this.listeners.push(listener)
  }
}
