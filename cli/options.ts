import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { readProxyVariables } from '../core/outgoing/proxy-rule'
import type { CliOptions } from './surroundings'

/** The variables that the command line knows. An empty one is none. */
export function readOptions(environment: NodeJS.ProcessEnv = process.env): CliOptions {
  const read = (name: string) => environment[name]?.trim() || undefined
  const endpoint = read('ACTIONS_ID_TOKEN_REQUEST_URL')
  const secret = read('ACTIONS_ID_TOKEN_REQUEST_TOKEN')
  const base = read('XDG_CONFIG_HOME')
  return {
    url: read('SDO_URL'),
    token: read('SDO_TOKEN'),
    identityToken: read('SDO_IDENTITY_TOKEN'),
    ...(endpoint && secret && { identityEndpoint: { url: endpoint, secret } }),
    proxies: readProxyVariables(environment),
    // By its specification a relative path is to be ignored.
    configFolder: join(base && isAbsolute(base) ? base : join(homedir(), '.config'), 'sdo'),
    isBuild: read('CI') !== undefined,
    isPlain: read('CI') !== undefined || read('TERM') === 'dumb',
  }
}
