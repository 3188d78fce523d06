import { createClient } from '../api/client'
import type { Caller } from '../api/wire'
import type { Surroundings } from '../surroundings'
import { keepLogin, type Login } from './credentials'

/** Keeps a session for later commands, with the portal as the current one. @returns whose it is */
export async function keepSession(
  surroundings: Surroundings,
  url: string,
  login: Omit<Login, 'expiresEpoch'>,
): Promise<Caller> {
  const caller = await createClient(surroundings, { url, token: login.token }).get<Caller>(
    '/v1/account/caller',
  )
  keepLogin(surroundings.options.configFolder, url, { ...login, expiresEpoch: caller.expiresEpoch })
  return caller
}
