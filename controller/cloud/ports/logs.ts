/** What one call of `filterEvents` asks for. */
export interface EventFilter {
  group: string
  /** One stream; absent, all of the group. */
  stream?: string
  /** What a line must contain as it is written here, case and all; absent, anything. */
  text?: string
  fromEpoch: number
  /** Exclusive. */
  untilEpoch: number
  /** Most lines of this answer, up to 10,000. */
  most: number
  /** From the answer before. */
  token?: string
}

/** Lines as their senders sent them, oldest first. A page without lines may have others after it. */
export interface EventPage {
  lines: { stream: string; epoch: number; text: string }[]
  /** Absent where nothing is left. */
  token?: string
}

/** The groups of CloudWatch Logs that the output of processes goes to. There is no way to delete one: they are the customer's. */
export interface Logs {
  hasGroup(name: string): Promise<boolean>
  /**
   * Makes a group that keeps what it gets for so long. One that is there already gets this retention too: look first.
   *
   * @throws CloudError not-found while AWS does not know what it just made: the next call goes on from there
   */
  createGroup(group: { name: string; retentionDays: number }): Promise<void>
  /**
   * One page of what was printed. AWS takes 5 such calls a second of an account, and charges nothing for them.
   *
   * @throws CloudError not-found without the group or the stream
   */
  filterEvents(filter: EventFilter): Promise<EventPage>
}
