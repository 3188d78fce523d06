import { CliError, usageError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import type { CliOptions } from '../surroundings'
import { readCredentials } from './credentials'

const loopbacks = ['localhost', '127.0.0.1', '[::1]']

/** The origin of a portal. @throws CliError for what tokens must not be sent to */
export function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw usageError(`${address} is not the address of a portal.`, 'Use one like https://sdo.example.com.')
  if (url.protocol === 'http:' && !loopbacks.includes(url.hostname))
    throw usageError(
      `${url.origin} is not https, and a token would be sent there.`,
      'Use the https address of the portal.',
    )
  return url.origin
}

/** The portal that a command is for: `--url`, else SDO_URL, else the one that was logged in to last. */
export function portalOf(given: string | undefined, { url, configFolder }: CliOptions): string {
  const address = given ?? url ?? readCredentials(configFolder).current
  if (address === undefined)
    throw new CliError('Which portal?', {
      exitCode: exitCodes.notSignedIn,
      hint: 'Run `sdo login https://…`, or set SDO_URL and SDO_TOKEN.',
    })
  return originOf(address)
}
