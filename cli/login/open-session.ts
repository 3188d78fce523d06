import { createClient, type Client } from '../api/client'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import type { Surroundings } from '../surroundings'
import { askWhoJobIs } from './ask-who-job-is'
import { readCredentials, type Login } from './credentials'
import { keepSession } from './keep-session'
import { logInByIdentity } from './log-in-by-identity'
import { portalOf } from './portal-address'

interface OpenSession {
  client: Client
  /** Ends what was opened for this command alone. */
  close(): Promise<void>
}

const nothingToClose = async () => undefined

/**
 * Opens the session of a command: that of SDO_TOKEN, else of who logged in before.
 *
 * @throws CliError `notSignedIn`
 */
export async function openSession(
  surroundings: Surroundings,
  givenUrl: string | undefined,
): Promise<OpenSession> {
  const { options, now } = surroundings
  const url = portalOf(givenUrl, options)
  if (options.token !== undefined) return openWithToken(surroundings, url, options.token)
  const login = readCredentials(options.configFolder).portals[url]
  if (!login) throw notSignedIn(`You are not logged in to ${url}.`, logInTo(url))
  const renew = renewalOf(surroundings, url, login)
  const isOver = login.expiresEpoch <= now()
  if (isOver && !renew) throw notSignedIn(`The login to ${url} has expired.`, logInTo(url))
  const token = isOver && renew ? await renew() : login.token
  return { client: createClient(surroundings, { url, token, renew }), close: nothingToClose }
}

/** A job that can ask who it is logs in by itself when its session of 15 minutes is over; nobody else does. */
function renewalOf(surroundings: Surroundings, url: string, { integrationUserId }: Login) {
  const { identityEndpoint } = surroundings.options
  if (integrationUserId === undefined || !identityEndpoint) return undefined
  return async () => {
    const identityToken = await askWhoJobIs(surroundings, identityEndpoint, url)
    const token = await logInByIdentity(surroundings, url, integrationUserId, identityToken)
    await keepSession(surroundings, url, { token, integrationUserId })
    return token
  }
}

/** By the token of a session, or that of an integration user, which is exchanged for a session that ends with the command. */
async function openWithToken(surroundings: Surroundings, url: string, token: string): Promise<OpenSession> {
  const own = createClient(surroundings, { url, token })
  const { details } = await own.post<{ details: { state: string } }>('/v1/account/queryLogin', {})
  if (details.state !== 'NOT_LOGGED_IN') return { client: own, close: nothingToClose }
  const session = await exchangeToken(surroundings, url, token)
  const client = createClient(surroundings, { url, token: session })
  return {
    client,
    close: async () => {
      // It ends by itself as well, and the command is done.
      await client.send('/v1/account/logout', { method: 'POST' }).catch(() => undefined)
    },
  }
}

/** The session that the token of an integration user opens. @throws CliError `notSignedIn` */
export async function exchangeToken(
  surroundings: Surroundings,
  url: string,
  integrationToken: string,
): Promise<string> {
  const { headers } = await createClient(surroundings, { url }).postForHeaders('/v1/account/login', {
    integrationToken,
  })
  const session = sessionIn(headers)
  if (session !== undefined) return session
  throw notSignedIn(
    'The token was not accepted.',
    'Tokens of integration users expire after three months: an admin creates a new one on Users.',
  )
}

const notSignedIn = (message: string, hint: string) =>
  new CliError(message, { exitCode: exitCodes.notSignedIn, hint })

const logInTo = (url: string) => `Run \`sdo login ${url}\`, or give a token as SDO_TOKEN.`

const cookieName = 'X-SDO-AUTHORIZATION'

/** The token of the session that an answer to a login opened; undefined where it opened none. */
export function sessionIn(headers: Headers): string | undefined {
  const pairs = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const cookie = pairs.find((pair) => pair.startsWith(`${cookieName}=`))
  const token = cookie && decodeURIComponent(cookie.slice(cookieName.length + 1))
  // A login that was refused takes the cookie away.
  return token || undefined
}
