/**
 * How much more may be tried. Counted in steps, so that the same question gets the same answer on any machine; the clock is only the
 * emergency stop, looked at now and then.
 */
export class Effort {
  private spent = 0
  private nextLook = 0

  constructor(
    private readonly steps: number,
    private readonly deadline: Deadline,
  ) {}

  /** Notes the steps and says whether there may be more. */
  spend(steps: number): boolean {
    this.spent += steps
    if (this.spent >= this.nextLook) {
      this.nextLook = this.spent + stepsBetweenLooks
      this.deadline.look()
    }
    return !this.isOver
  }

  /** Until the clock ends it. */
  get secondsLeft(): number {
    return this.deadline.secondsLeft
  }

  get isOver(): boolean {
    return this.spent >= this.steps || this.deadline.hasPassed
  }
}

/** About a millisecond of work. */
const stepsBetweenLooks = 20_000

/** Trips when the deadline has passed; whatever was being tried then ends with the best so far. */
export class Deadline {
  hasPassed = false
  /** Whether this or a part of it has tripped. */
  hasCut = false

  /** @param now in milliseconds, of any origin. */
  constructor(
    private readonly now: () => number,
    private readonly deadline: number,
    private readonly whole?: Deadline,
  ) {}

  /** For a phase that must leave time to those after it. @param share of the time that is left. */
  part(share: number): Deadline {
    const now = this.now()
    return new Deadline(this.now, now + (this.deadline - now) * share, this)
  }

  /** Says whether it has tripped by now. */
  look(): boolean {
    if (this.now() >= this.deadline) this.trip()
    return this.hasPassed
  }

  private trip(): void {
    this.hasPassed = true
    this.noteCut()
  }

  private noteCut(): void {
    this.hasCut = true
    this.whole?.noteCut()
  }

  get secondsLeft(): number {
    return (this.deadline - this.now()) / 1000
  }
}
