import { isDeepStrictEqual } from 'node:util'
import { ready, type Outcome } from '../reconcile/outcome'

/** Whether each account's Spot warnings are heard, for the environments in it to say. */
export class ReceiverOutcomes {
  private readonly byAccount = new Map<string, Outcome>()

  /** @returns whether it is another than before */
  record(awsAccount: string, outcome: Outcome): boolean {
    const before = this.of(awsAccount)
    this.byAccount.set(awsAccount, outcome)
    return !isDeepStrictEqual(before, outcome)
  }

  forget(awsAccount: string): void {
    this.byAccount.delete(awsAccount)
  }

  /** An account without Spot instances has nothing to tell, which is as good as hearing all. */
  of(awsAccount: string): Outcome {
    return this.byAccount.get(awsAccount) ?? ready
  }
}
