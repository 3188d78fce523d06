import { createClient, type Client } from '../api/client'
import type { DeviceCode, DeviceToken } from '../api/wire'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { safeLine } from '../safe-text'
import type { Surroundings } from '../surroundings'
import { readCredentials, type Login } from './credentials'

/** Seconds that are added to each pause when SDO says that it was too short. */
const slowDownSeconds = 5

/** Seconds that are waited where a portal says none, and at most. */
const usual = { interval: 5, expiresIn: 600 }
const most = { interval: 60, expiresIn: 3600 }

type BrowserLogin = Pick<Login, 'token' | 'returnTicket'>

/**
 * Has somebody approve this command line in a browser, which may be on another machine, and waits until they have. No password passes
 * through the terminal.
 *
 * @returns the token of the session, and what the next login is begun with
 * @throws CliError `notSignedIn` when it was refused or took too long
 */
export async function logInWithBrowser(surroundings: Surroundings, url: string): Promise<BrowserLogin> {
  const { now, sleep, signal, options } = surroundings
  const client = createClient(surroundings, { url })
  const { deviceCode, interval, expiresIn, ...shown } = await begin(
    client,
    readCredentials(options.configFolder).portals[url]?.returnTicket,
  )
  const end = now() + secondsOf(expiresIn, 'expiresIn') * 1000
  await show(surroundings, shown)
  let pause = secondsOf(interval, 'interval')
  for (;;) {
    await sleep(pause * 1000, signal)
    signal.throwIfAborted()
    if (now() >= end) throw tookTooLong()
    const answer = await ask(client, deviceCode)
    if (answer === 'slow down') pause += slowDownSeconds
    else if (answer.token !== undefined) return { token: answer.token, returnTicket: answer.returnTicket }
  }
}

/** The answered seconds where one can wait for them, else the usual ones. */
const secondsOf = (answered: unknown, name: keyof typeof usual): number =>
  typeof answered === 'number' && answered >= 1 ? Math.min(answered, most[name]) : usual[name]

async function begin(client: Client, returnTicket: string | undefined): Promise<DeviceCode> {
  try {
    return await client.post<DeviceCode>('/v1/account/device-code', { returnTicket })
  } catch (failure) {
    if (!isOf(failure, 'not-found')) throw failure
    throw new CliError(
      'This portal is older than the command line and does not support login with a browser.',
      {
        exitCode: exitCodes.refused,
        hint: 'Log in with your password: sdo login --email you@example.com',
      },
    )
  }
}

/** Shows the code, which the page has to show as well, and opens the page where there is a browser. */
async function show(
  { tell, openBrowser }: Surroundings,
  {
    userCode,
    verificationUri,
    verificationUriComplete,
  }: Pick<DeviceCode, 'userCode' | 'verificationUri' | 'verificationUriComplete'>,
): Promise<void> {
  tell(`Your code is ${safeLine(userCode)}\n`)
  // Nothing but a web page may be handed to the program that opens addresses.
  const isPage = /^https?:\/\//.test(verificationUriComplete)
  const isOpened = isPage && (await openBrowser(verificationUriComplete))
  tell(
    isOpened
      ? `Approve it in your browser, or on any machine at ${safeLine(verificationUri)}\n`
      : `Approve it in a browser, on any machine: ${safeLine(verificationUriComplete)}\n`,
  )
  tell('Waiting. Press Ctrl-C to stop.\n')
}

async function ask(client: Client, deviceCode: string): Promise<DeviceToken | 'slow down'> {
  try {
    return await client.post<DeviceToken>('/v1/account/device-token', { deviceCode })
  } catch (failure) {
    if (isOf(failure, 'throttled')) return 'slow down'
    if (isOf(failure, 'not-found')) throw tookTooLong()
    if (!isOf(failure, 'forbidden')) throw failure
    throw new CliError('The login was refused in the browser.', {
      exitCode: exitCodes.notSignedIn,
      hint: 'If that was a mistake, run `sdo login` again.',
      code: 'forbidden',
    })
  }
}

const isOf = (failure: unknown, code: string) => failure instanceof CliError && failure.facts.code === code

const tookTooLong = () =>
  new CliError('Nobody approved the login in time.', {
    exitCode: exitCodes.notSignedIn,
    hint: 'Run `sdo login` again, and approve it within ten minutes.',
    code: 'not-found',
  })
