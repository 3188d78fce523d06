/** The groups of CloudWatch Logs that the output of processes goes to. There is no way to delete one: they are the customer's. */
export interface Logs {
  hasGroup(name: string): Promise<boolean>
  /**
   * Makes a group that keeps what it gets for so long. One that is there already gets this retention too: look first.
   *
   * @throws CloudError not-found while AWS does not know what it just made: the next call goes on from there
   */
  createGroup(group: { name: string; retentionDays: number }): Promise<void>
}
