import { createClient } from '../api/client'
import { CliError } from '../cli-error'
import type { CliOptions, Surroundings } from '../surroundings'

/**
 * A new identity token of this job, from GitHub.
 *
 * @param audience for whom it is: the portal's origin
 * @throws CliError
 */
export async function askWhoJobIs(
  surroundings: Surroundings,
  { url, secret }: NonNullable<CliOptions['identityEndpoint']>,
  audience: string,
): Promise<string> {
  const address = new URL(url)
  address.searchParams.set('audience', audience)
  try {
    const github = createClient(surroundings, { url: address.origin, token: secret })
    const { value } = await github.get<{ value?: unknown }>(`${address.pathname}${address.search}`)
    return typeof value === 'string' ? value : ''
  } catch (failure) {
    if (!(failure instanceof CliError)) throw failure
    throw new CliError(`The job cannot prove its identity: ${failure.message}`, {
      ...failure.facts,
      hint: 'Does it have `permissions: id-token: write`? GitHub does not give that to pull requests from forks.',
    })
  }
}
