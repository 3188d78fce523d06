/** A secret that the browser of somebody keeps, and until when: a login, or the first half of one. */
export interface Session {
  token: string
  expiresEpoch: number
  /** The token that the browser is known by from now on, after it is signed out too. */
  browser?: { token: string; expiresEpoch: number }
}
