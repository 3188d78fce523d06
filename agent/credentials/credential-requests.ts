import { hkdfSync } from 'node:crypto'
import type { DesiredProcess } from '../../core/agent/protocol'
import { region } from '../../core/aws/region'
import type { Logger } from '../../core/logging/logger'
import type { Clock } from '../../core/time/clock'
import { createPollLimit, type PollLimit } from '../poll-limit'
import { createProcessTokens } from '../process-tokens'
import { keepCredentials, type KeptCredentials } from './kept-credentials'
import { RoleCredentialsError, type RoleCredentials, type TemporaryCredentials } from './role-credentials'

/** The key of the role that AWS SDKs find by themselves. */
export const defaultRoleKey = 'default'

/** Credentials of a process's roles by key, and the epoch at which the first of them expire. */
interface CredentialsAnswer {
  expirationEpoch: number
  credentials: Record<
    string,
    { accessKeyId: string; secretAccessKey: string; sessionToken: string; region: string }
  >
}

type CredentialsPoll =
  | { kind: 'unknown' }
  | { kind: 'throttled' }
  /** `message` is for people. */
  | { kind: 'refused'; message: string }
  | { kind: 'answered'; answer: CredentialsAnswer }

type DefaultCredentials =
  | { kind: 'unknown' }
  | { kind: 'refused'; message: string }
  | { kind: 'answered'; credentials: TemporaryCredentials }

/** The agent's side of one process's credentials. */
export interface CredentialRequest {
  readonly token: string
  /** Forgets the token and the credentials. */
  close(): void
}

export interface CredentialRequests {
  register(process: Pick<DesiredProcess, 'id' | 'roles'>): CredentialRequest
  /** Answers a poll of the credentials endpoint. */
  poll(token: string): Promise<CredentialsPoll>
  /** Answers an AWS SDK. SDKs keep what they get, each client for itself, so this may be asked as often as they like. */
  readDefault(token: string): Promise<DefaultCredentials>
}

interface Entry {
  processId: string
  roles: Map<string, KeptCredentials>
  limit: PollLimit
}

interface CredentialRequestsOptions {
  /** Key of the instance: tokens are derived from it, so that containers that outlive the agent keep theirs. */
  key: Buffer
  roleCredentials: RoleCredentials
  clock: Pick<Clock, 'now' | 'monotonic'>
  log: Logger
}

/** A process without roles may ask like any other; this is when it would have to come back. */
const nothingExpiresMs = 3600_000

export function createCredentialRequests(options: CredentialRequestsOptions): CredentialRequests {
  const { key, roleCredentials, clock, log } = options
  const tokens = createProcessTokens<Entry>()

  const refusalOf = ({ processId }: Entry, error: unknown): { kind: 'refused'; message: string } => {
    log.warn({ processId, err: error }, 'A process gets no credentials')
    const message =
      error instanceof RoleCredentialsError ? error.message : 'The credentials could not be had.'
    return { kind: 'refused', message }
  }

  return {
    register({ id, roles }) {
      const token = Buffer.from(hkdfSync('sha256', key, id, 'sdo credentials', 32)).toString('base64url')
      const keep = (roleArn: string) =>
        keepCredentials(roleCredentials, { roleArn, sessionName: sessionNameOf(id) }, clock)
      const kept = new Map(Object.entries(roles).map(([name, roleArn]) => [name, keep(roleArn)]))
      tokens.add(token, { processId: id, roles: kept, limit: createPollLimit(clock) })
      return { token, close: () => tokens.remove(token) }
    },

    async poll(token) {
      const entry = tokens.find(token)
      if (!entry) return { kind: 'unknown' }
      if (entry.limit.isTooSoon()) return { kind: 'throttled' }
      const names = [...entry.roles.keys()]
      const outcomes = await Promise.allSettled([...entry.roles.values()].map((read) => read()))
      const answer: CredentialsAnswer = {
        expirationEpoch: clock.now() + nothingExpiresMs,
        credentials: {},
      }
      for (const [index, outcome] of outcomes.entries()) {
        // One role that is not set up must not keep the others from a process that may not even need it.
        if (outcome.status === 'rejected')
          log.warn({ err: outcome.reason as unknown }, 'A role gives no credentials')
        else add(answer, names[index] ?? '', outcome.value)
      }
      const failed = outcomes.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected' && Object.keys(answer.credentials).length === 0)
        return refusalOf(entry, failed.reason)
      return { kind: 'answered', answer }
    },

    async readDefault(token) {
      const entry = tokens.find(token)
      const read = entry?.roles.get(defaultRoleKey)
      if (!entry || !read) return { kind: 'unknown' }
      try {
        return { kind: 'answered', credentials: await read() }
      } catch (error) {
        return refusalOf(entry, error)
      }
    },
  }
}

function add(answer: CredentialsAnswer, role: string, of: TemporaryCredentials): void {
  const { accessKeyId, secretAccessKey, sessionToken, expirationEpoch } = of
  answer.credentials[role] = { accessKeyId, secretAccessKey, sessionToken, region }
  answer.expirationEpoch = Math.min(answer.expirationEpoch, expirationEpoch)
}

/** AWS takes 2 to 64 characters out of these. */
const sessionNameOf = (processId: string) => `sdo-${processId}`.replaceAll(/[^\w+=,.@-]/g, '-').slice(0, 64)
