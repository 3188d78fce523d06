export interface Lease {
  /** Empty: nobody. */
  holder: string
  /** Whole: Kubernetes keeps no others. */
  durationSeconds: number
  renewEpoch: number
  /** How often the holder became another one, and since when it is this one, where the place counts it: for people. */
  transitions?: number
  acquiredEpoch?: number
  /** Opaque, for compare-and-set. */
  version: string
}

/** The place where candidates meet. */
export interface LeaseStore {
  get(name: string): Promise<Lease | undefined>
  /** Those of `names` that exist, in one request. */
  list(names: readonly string[]): Promise<Map<string, Lease>>
  /**
   * Creates (previous undefined) or replaces the lease.
   * @throws ConflictError if somebody else wrote first
   */
  put(name: string, lease: Omit<Lease, 'version'>, previous: Lease | undefined): Promise<Lease>
}
