interface ConnectionState {
  /** Whether the server cannot be reached, and is being tried again. */
  isLost: boolean
  /** When the data that is shown was read, by the browser's clock. */
  shownEpoch: number
}

/** Whether a page's requests are answered; for whoever shows it. */
export class Connection {
  private state: ConnectionState = { isLost: false, shownEpoch: 0 }
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly current = (): ConnectionState => this.state

  lose(): void {
    if (!this.state.isLost) this.set({ ...this.state, isLost: true })
  }

  /** The server can be reached, though nothing new is shown. */
  regain(): void {
    if (this.state.isLost) this.set({ ...this.state, isLost: false })
  }

  /** The moment at which the shown data was read. */
  show(epoch: number): void {
    this.set({ ...this.state, shownEpoch: epoch })
  }

  private set(state: ConnectionState): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}

/** The connection of the page in this browser. On the server it is never lost. */
export const connection = new Connection()
