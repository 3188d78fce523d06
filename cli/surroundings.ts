import type { ProxyVariables } from '../core/outgoing/proxy-rule'

interface IdentityEndpoint {
  /** ACTIONS_ID_TOKEN_REQUEST_URL */
  url: string
  /** ACTIONS_ID_TOKEN_REQUEST_TOKEN, which opens it to this job alone. */
  secret: string
}

/** Options of the command line that variables give. */
export interface CliOptions {
  /** SDO_URL */
  url?: string
  /** SDO_TOKEN */
  token?: string
  /** SDO_IDENTITY_TOKEN: what a build system says of its job. */
  identityToken?: string
  /** Where a job of GitHub that may say who it is asks for an identity token, as often as it wants. */
  identityEndpoint?: IdentityEndpoint
  /** Folder of the credentials: `sdo` under XDG_CONFIG_HOME. */
  configFolder: string
  /** HTTPS_PROXY, HTTP_PROXY, NO_PROXY */
  proxies?: ProxyVariables
  /** Whether a build system runs it, where nobody sits. */
  isBuild?: boolean
  /** Whether lines are added and none is drawn again, as in the log of a build. */
  isPlain: boolean
}

/** Everything that a command has from outside, so that tests give it. */
export interface Surroundings {
  options: CliOptions
  fetch: typeof fetch
  /** Another one, which trusts the certificates of a file as well. @throws CliError `usage` when it cannot be read */
  trusting?(caFile: string): typeof fetch
  /** Results, to stdout. */
  write(text: string): void
  /** Notices and errors, to stderr. */
  tell(text: string): void
  /** Whether a person types on a terminal and sees what is told. */
  hasPerson: boolean
  /** Columns of the terminal that `tell` writes to; undefined where it is none. */
  columns: number | undefined
  /** A secret from stdin: typed unseen, or piped. */
  readSecret(question: string): Promise<string>
  /** What a person types, and sees. */
  readAnswer(question: string): Promise<string>
  /** Whether a browser was started with the address. */
  openBrowser(address: string): Promise<boolean>
  now(): number
  /** Ends early, and quietly, when `signal` aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
  /** By which SDO shows a login: `sdo/0.1.0 (linux; build-7)`. */
  userAgent: string
  workingFolder: string
}
