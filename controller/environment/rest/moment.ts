/**
 * The time of a pass, which notes for which other times the pass would have come to the same. Who compares by `isPast` or `isTurn` says so;
 * who reads `now` may do anything with it, and the pass holds for no other time.
 */
export class Moment {
  private fromEpoch = -Infinity
  private untilEpoch = Infinity

  /** @param stamp the time to write down, in milliseconds; never to be compared with another */
  constructor(readonly stamp: number) {}

  /** The time for who calculates with it. */
  get now(): number {
    this.narrow(this.stamp, this.stamp + 1)
    return this.stamp
  }

  /** Whether a time has come. */
  isPast(epoch: number): boolean {
    const isPast = this.stamp >= epoch
    this.narrow(isPast ? epoch : -Infinity, isPast ? Infinity : epoch)
    return isPast
  }

  /** Whether another turn has begun since `lastEpoch`, of turns that last so long; `offset` shifts all of them, in milliseconds. */
  isTurn(period: number, lastEpoch: number, offset: number): boolean {
    return this.beginOfTurn(period, offset) !== beginOfTurn(lastEpoch, period, offset)
  }

  /** When the present one of such turns began. */
  beginOfTurn(period: number, offset: number): number {
    const began = beginOfTurn(this.stamp, period, offset)
    this.narrow(began, began + period)
    return began
  }

  /** Notes that what was made of the time is the same from one time until before another. */
  noteSpan(fromEpoch: number, untilEpoch: number): void {
    this.narrow(fromEpoch, untilEpoch)
  }

  /** Whether a pass at that time would have had the same answers. */
  holdsAt(epoch: number): boolean {
    return epoch >= this.fromEpoch && epoch < this.untilEpoch
  }

  private narrow(fromEpoch: number, untilEpoch: number): void {
    this.fromEpoch = Math.max(this.fromEpoch, fromEpoch)
    this.untilEpoch = Math.min(this.untilEpoch, untilEpoch)
  }
}

const beginOfTurn = (epoch: number, period: number, offset: number): number =>
  Math.floor((epoch + offset) / period) * period - offset
