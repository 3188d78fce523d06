import { createClient } from '../api/client'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import type { Surroundings } from '../surroundings'
import { sessionIn } from './open-session'

interface LoginAnswer {
  result: 'SUCCESS' | 'PASSWORD_INVALID'
  tokenResult: string
}

/**
 * Logs a person in by password and, where they have one, a code of their authenticator app; both are asked for and not shown.
 *
 * @returns the token of the session
 * @throws CliError `notSignedIn`
 */
export async function logInWithPassword(
  surroundings: Surroundings,
  url: string,
  email: string,
): Promise<string> {
  const client = createClient(surroundings, { url })
  const password = await surroundings.readSecret(`Password of ${email}: `)
  const logIn = (code?: string) =>
    client.postForHeaders<LoginAnswer>('/v1/account/login', {
      email,
      password,
      ...(code !== undefined && { authenticationToken: code }),
    })
  let { body, headers } = await logIn()
  if (body.tokenResult === 'AUTHENTICATION_TOKEN_NEEDED')
    ({ body, headers } = await logIn(
      (await surroundings.readSecret('Code of your authenticator app: ')).trim(),
    ))
  const session = sessionIn(headers)
  if (session !== undefined) return session
  const message =
    body.result === 'PASSWORD_INVALID' ? 'E-mail address or password is wrong.' : 'The code is wrong.'
  throw new CliError(message, {
    exitCode: exitCodes.notSignedIn,
    hint: 'Run `sdo login` again. In the portal you can set a new password.',
  })
}
