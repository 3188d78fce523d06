/** What AWS itself measures. Reading costs: 0.01 USD for 1,000 metrics. */
export interface Metrics {
  /**
   * LCU-hours of load balancers between two whole hours, together: what AWS bills them for beside their own hours. One that is gone still
   * counts, and one of which nothing was measured counts 0. At most 500 at once.
   */
  sumCapacityUnits(input: {
    /** ARNs. */
    loadBalancerIds: string[]
    fromEpoch: number
    untilEpoch: number
  }): Promise<number>
}
