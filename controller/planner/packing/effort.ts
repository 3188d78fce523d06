/**
 * How much more may be tried. Counted in steps, so that the same question gets the same answer on any machine; the clock is only the
 * emergency stop, looked at now and then.
 */
export class Effort {
  private spent = 0
  private nextLook = 0

  constructor(
    private readonly steps: number,
    private readonly emergency: EmergencyStop,
  ) {}

  /** Notes the steps and says whether there may be more. */
  spend(steps: number): boolean {
    this.spent += steps
    if (this.spent >= this.nextLook) {
      this.nextLook = this.spent + stepsBetweenLooks
      this.emergency.look()
    }
    return !this.isOver
  }

  get isOver(): boolean {
    return this.spent >= this.steps || this.emergency.hasStopped
  }
}

/** About a millisecond of work. */
const stepsBetweenLooks = 20_000

/** Trips when the deadline has passed; whatever was being tried then ends with the best so far. */
export class EmergencyStop {
  hasStopped = false

  /** @param now in milliseconds, of any origin. */
  constructor(
    private readonly now: () => number,
    private readonly deadline: number,
  ) {}

  look(): void {
    if (this.now() >= this.deadline) this.hasStopped = true
  }
}
