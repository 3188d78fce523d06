import type { Clock } from '../../core/time/clock'

/** By what a registry knows whoever pulls. */
export interface Login {
  username: string
  password: string
}

/**
 * How to log in to a registry: as the secret with the ARN `registryCredentials` says, where there is one; else as ECR says, if it is one of
 * its registries; else not at all.
 *
 * Rejects with an error whose message says why there is no login, for people, without a full stop.
 */
export type RegistryLogin = (
  registryHost: string,
  registryCredentials: string | undefined,
) => Promise<Login | undefined>

/** How AWS is asked for a login. */
export interface LoginSource {
  clock: Pick<Clock, 'now' | 'monotonic'>
  /** Endpoint, if not AWS's own. */
  endpoint?: string
  /** Credentials of the call; default: those of the instance, from its metadata service. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}
