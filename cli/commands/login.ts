import { createClient } from '../api/client'
import { CliError, usageError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { askWhoJobIs } from '../login/ask-who-job-is'
import { forgetLogin, readCredentials, type Login } from '../login/credentials'
import { keepSession } from '../login/keep-session'
import { logInByIdentity } from '../login/log-in-by-identity'
import { logInWithBrowser } from '../login/log-in-with-browser'
import { logInWithPassword } from '../login/log-in-with-password'
import { exchangeToken } from '../login/open-session'
import { originOf, portalOf } from '../login/portal-address'
import { safeLine } from '../safe-text'
import type { Surroundings } from '../surroundings'
import type { GlobalOptions } from './command'

export interface LoginOptions extends GlobalOptions {
  /** E-mail address of a person, whose password is asked for. */
  email?: string
  /** Whether the token of an integration user is read from stdin, also where somebody sits there. */
  withToken?: boolean
  /** Of the integration user that trusts the identity of the job. */
  integrationUserId?: string
}

/** Logs in to a portal and keeps the session. */
export async function login(surroundings: Surroundings, address: string | undefined, options: LoginOptions) {
  const { options: variables, tell } = surroundings
  const given = address ?? options.url ?? variables.url
  if (given === undefined && readCredentials(variables.configFolder).current === undefined)
    throw usageError('Which portal?', 'Give its address: sdo login https://sdo.example.com')
  const url = given === undefined ? portalOf(undefined, variables) : originOf(given)
  const obtained = await obtainToken(surroundings, url, options)
  const { integrationUserId } = options
  const caller = await keepSession(surroundings, url, { ...obtained, integrationUserId })
  if (options.json) {
    const { kind, name, email, expiresEpoch } = caller
    surroundings.write(`${JSON.stringify({ url, kind, name, email, expiresEpoch })}\n`)
  } else tell(`Logged in to ${url} as ${safeLine(caller.email ?? caller.name)}.\n`)
  if (variables.token !== undefined) tell('SDO_TOKEN is set, so commands use it instead of this login.\n')
}

/** By what is asked for, else in the browser of whoever sits at the terminal, else by the token that is piped in. */
async function obtainToken(
  surroundings: Surroundings,
  url: string,
  { email, withToken, integrationUserId }: LoginOptions,
): Promise<Pick<Login, 'token' | 'returnTicket'>> {
  if (integrationUserId !== undefined) {
    const identityToken = await obtainIdentity(surroundings, url)
    return { token: await logInByIdentity(surroundings, url, integrationUserId, identityToken) }
  }
  if (email !== undefined) return { token: await logInWithPassword(surroundings, url, email) }
  const hasToken = withToken === true || surroundings.options.token !== undefined
  return hasToken || !surroundings.hasPerson
    ? { token: await readToken(surroundings, url) }
    : logInWithBrowser(surroundings, url)
}

/** The identity token of this job: from a variable, asked for where that is possible, or piped in. */
async function obtainIdentity(surroundings: Surroundings, url: string): Promise<string> {
  const { identityToken, identityEndpoint } = surroundings.options
  if (identityToken !== undefined) return identityToken
  if (identityEndpoint) return askWhoJobIs(surroundings, identityEndpoint, url)
  return (await surroundings.readSecret('Identity token: ')).trim()
}

/** The session of the token that is typed or piped: never in the arguments, which others on the machine can read. */
async function readToken(surroundings: Surroundings, url: string): Promise<string> {
  const token = surroundings.options.token ?? (await surroundings.readSecret('Token: ')).trim()
  if (token === '')
    throw new CliError('There was no token.', {
      exitCode: exitCodes.usage,
      hint: 'A build system sets SDO_URL and SDO_TOKEN and needs no login. People run `sdo login` on a terminal and approve it in a browser.',
    })
  return exchangeToken(surroundings, url, token)
}

/** Ends the session that was kept, here and in the portal. */
export async function logout(surroundings: Surroundings, { url: given, json }: GlobalOptions): Promise<void> {
  const { options, write, tell } = surroundings
  const url = portalOf(given, options)
  const kept = readCredentials(options.configFolder).portals[url]
  if (kept) {
    forgetLogin(options.configFolder, url)
    const client = createClient(surroundings, { url, token: kept.token })
    // Here it is forgotten whatever the portal says.
    await client
      .send('/v1/account/logout', { method: 'POST', signal: AbortSignal.timeout(10_000) })
      .catch(() => tell(`${url} could not be reached. The session ends automatically within days.\n`))
  }
  if (json) write(`${JSON.stringify({ url, wasLoggedIn: kept !== undefined })}\n`)
  else tell(kept ? `Logged out of ${url}.\n` : `You were not logged in to ${url} here.\n`)
}
