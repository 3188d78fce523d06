/** What was started, to be ended in the opposite order, however far the start came. */
export class Shutdown {
  private readonly parts: { name: string; end: () => Promise<unknown> }[] = []
  private ending: Promise<void> | undefined

  add(name: string, end: () => Promise<unknown>): void {
    this.parts.push({ name, end })
  }

  /** Ends everything once; the failure of one part does not keep the others alive. */
  run(onFailure: (name: string, error: unknown) => void): Promise<void> {
    this.ending ??= this.endAll(onFailure)
    return this.ending
  }

  private async endAll(onFailure: (name: string, error: unknown) => void): Promise<void> {
    for (let part = this.parts.pop(); part; part = this.parts.pop()) {
      const { name, end } = part
      await end().catch((error: unknown) => onFailure(name, error))
    }
  }
}
