/** Somebody asked for the end while things were still being started. */
export class InterruptedError extends Error {
  override name = 'InterruptedError'
}

/** Ends what was started, in the opposite order, however far the start came. */
export class Shutdown {
  private readonly parts: { name: string; end: () => Promise<unknown> }[] = []
  private readonly begun = new AbortController()
  private ending: Promise<void> | undefined

  /** Aborts when the end begins. */
  get signal(): AbortSignal {
    return this.begun.signal
  }

  /** Notes how to end what was just started. @throws InterruptedError if nothing more is to be started */
  add(name: string, end: () => Promise<unknown>): void {
    this.parts.push({ name, end })
    if (this.signal.aborted) throw new InterruptedError('The start was interrupted.')
  }

  /**
   * Ends everything, once: waits until `starting` has noticed and started nothing more, then ends what there is. The failure of one
   * part does not keep the others alive.
   */
  run(starting: Promise<unknown>, onFailure: (name: string, error: unknown) => void): Promise<void> {
    this.begun.abort()
    this.ending ??= this.endAll(starting, onFailure)
    return this.ending
  }

  private async endAll(
    starting: Promise<unknown>,
    onFailure: (name: string, error: unknown) => void,
  ): Promise<void> {
    await starting.catch(() => undefined)
    for (let part = this.parts.pop(); part; part = this.parts.pop()) {
      const { name, end } = part
      await end().catch((error: unknown) => onFailure(name, error))
    }
  }
}
