/** Where a request comes from: for the limits on guessing, and for people who look at where they are logged in. */
export interface Origin {
  /** IP address of the client. */
  address: string
  /** What the client says it is, at most 300 characters. */
  userAgent: string
}

/** A use case that no request caused. */
export const noOrigin: Origin = { address: '', userAgent: '' }
