/** A Spot instance that the cloud takes back. */
export interface Interruption {
  instanceId: string
  terminateEpoch: number
  /** For `acknowledge`; valid for a while only. */
  receipt: string
}

export interface Interruptions {
  /** Makes sure warnings of the account's Spot instances reach us. */
  ensureSubscription(): Promise<void>
  /**
   * Some of the warnings not yet acknowledged, ten at most. Each comes again after a while. While there is none, waits for one up to
   * `waitSeconds` (20 at most, 0 if absent), or until `signal` aborts.
   * @throws CloudError not-found without a subscription
   */
  receive(options?: { waitSeconds?: number; signal?: AbortSignal }): Promise<Interruption[]>
  /** Never before its effect is durable. */
  acknowledge(receipts: string[]): Promise<void>
  removeSubscription(): Promise<void>
}
