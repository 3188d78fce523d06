import { createClient } from '../api/client'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import type { Surroundings } from '../surroundings'

/**
 * Logs a job of a build system in by what that says of it, so that no secret is kept anywhere. Each identity token counts once.
 *
 * @returns the token of a session of 15 minutes
 * @throws CliError `notSignedIn` when the token is not accepted, or not trusted
 */
export async function logInByIdentity(
  surroundings: Surroundings,
  url: string,
  integrationUserId: string,
): Promise<string> {
  const given = surroundings.options.identityToken ?? (await surroundings.readSecret('Identity token: '))
  const identityToken = given.trim()
  if (identityToken === '')
    throw new CliError('There was no identity token.', {
      exitCode: exitCodes.usage,
      hint: `Have the build system put it into SDO_IDENTITY_TOKEN, made for the audience ${url}, or pipe it in.`,
    })
  try {
    const body = { integrationUserId, identityToken }
    const { token } = await createClient(surroundings, { url }).post<{ token: string }>(
      '/v1/account/login/identity',
      body,
    )
    return token
  } catch (failure) {
    if (!(failure instanceof CliError) || failure.facts.code !== 'invalid') throw failure
    throw new CliError(failure.message, { ...failure.facts, exitCode: exitCodes.notSignedIn })
  }
}
