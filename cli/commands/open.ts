import type { Overview } from '../api/wire'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { findEnvironment } from '../names/find'
import { findOne } from '../names/find-one'
import type { Run } from './command'

/** Opens an application of an environment in the browser, or the page of the environment. */
export async function open(run: Run, environment: string, application: string | undefined): Promise<void> {
  const { id } = await findEnvironment(run.client, environment)
  const url =
    application === undefined
      ? `${run.client.url}/portal/environments/detail/?id=${id}`
      : await addressOf(run, id, application)
  const isOpened = !run.options.json && (await run.surroundings.openBrowser(url))
  run.print({ url }, () => (isOpened ? `Opened ${url}` : url))
}

async function addressOf({ client }: Run, environmentId: string, given: string): Promise<string> {
  const { applications } = await client.get<Overview>(
    `/v1/view-controller/environment/${environmentId}/overview`,
  )
  const things = applications.map(({ applicationId, applicationName, urls }) => ({
    id: applicationId,
    name: applicationName,
    urls,
  }))
  const { name, urls } = findOne(things, given, 'application')
  const [url] = urls
  // Nothing but a web page may be handed to the program that opens addresses.
  if (url !== undefined && /^https?:\/\//.test(url)) return url
  throw new CliError(`${name} has no address here.`, {
    exitCode: exitCodes.refused,
    hint: 'It gets one once it exposes a port and is live.',
  })
}
