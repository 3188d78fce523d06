import { createClient } from '../api/client'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { hideTokens } from '../safe-text'
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
  identityToken: string,
): Promise<string> {
  if (identityToken === '')
    throw new CliError('There was no identity token.', {
      exitCode: exitCodes.usage,
      hint: `Let the build system put it into SDO_IDENTITY_TOKEN, for the audience ${url}, or pipe it in. On GitHub the job needs \`permissions: id-token: write\`.`,
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
    throw new CliError(hideTokens(failure.message, { identityToken }), {
      ...failure.facts,
      exitCode: exitCodes.notSignedIn,
    })
  }
}
