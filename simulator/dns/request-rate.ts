import type { Clock } from '../../core/time/clock'
import { refusal } from '../refusal'

/** AWS's limit of requests for one account. */
const callsPerSecond = 5

/** Refuses calls to Route 53 as AWS does, which counts them over an account. */
export class RequestRate {
  private readonly recent = new Map<string, number[]>()

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** @throws CloudError throttled */
  take(accountNumber: string): void {
    const now = this.clock.now()
    const recent = (this.recent.get(accountNumber) ?? []).filter((epoch) => epoch > now - 1000)
    this.recent.set(accountNumber, recent)
    if (recent.length >= callsPerSecond) throw refusal('Throttling', 'Rate exceeded')
    recent.push(now)
  }
}
