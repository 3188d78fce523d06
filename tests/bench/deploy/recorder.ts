import { now, type Interval } from './split-time'

export const waits = [
  'cloud calls',
  'instance boots',
  'target checks',
  'agent calls',
  'process starts',
] as const
export type Activity = (typeof waits)[number] | 'mirror passes' | 'environment passes' | 'aws-account passes'

/** Keeps when something was under way, by what it was. */
export class Recorder {
  private readonly intervals = new Map<string, Interval[]>()

  /** Epochs in milliseconds. */
  add(activity: string, from: number, to: number): void {
    const known = this.intervals.get(activity)
    if (known) known.push({ from, to })
    else this.intervals.set(activity, [{ from, to }])
  }

  async time<Result>(activity: Activity, work: () => Promise<Result>): Promise<Result> {
    const from = now()
    try {
      return await work()
    } finally {
      this.add(activity, from, now())
    }
  }

  /** When `activity` was under way since the last `clear`. */
  of(activity: Activity): Interval[] {
    return this.intervals.get(activity) ?? []
  }

  clear(): void {
    this.intervals.clear()
  }
}
