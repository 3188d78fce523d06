import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { DomainError } from '../../../core/errors'
import { AutoRefresh } from '../../components/auto-refresh'
import { environmentResourcesPage } from '../../components/environment-links'
import { PageHeader } from '../../components/page-header'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage } from '../../http/pages/page'
import type { Output } from '../../services/output/output-views'
import { askedOutput, spans } from './asked-output'
import { FilterForm } from './filter-form'
import { Found } from './found'
import { ProcessFacts } from './process-facts'

export const handle = {
  access: 'member',
  docs: '/docs/environments#what-processes-print',
  about: { id: 'environment' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? title(titleOf(data), data.environmentName, 'Environments') : title('Logs', 'Environments')

/** What may be different in a moment, or with another search, is said on the page, which stays as it is. */
const passing = ['conflict', 'throttled', 'unavailable']

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const environmentId = query('id')
    const { span, isFollowed, ...asked } = askedOutput(query)
    const { processId } = asked
    const [choices, of] = await Promise.all([
      services.output.getOutputChoices(actor, environmentId),
      processId === undefined
        ? undefined
        : services.environments.getProcessOutput(actor, { environmentId, processId }),
    ])
    const nowEpoch = Date.now()
    const end = asked.untilEpoch ?? nowEpoch
    const input = {
      environmentId,
      ...asked,
      applicationId: asked.applicationId ?? of?.process?.applicationId,
      ...(span && { fromEpoch: end - spans[span].milliseconds, untilEpoch: end }),
    }
    return {
      environmentId,
      ...choices,
      process: of?.process,
      log: of?.log,
      asked: { ...asked, ...(span && { span }), isFollowed },
      nowEpoch,
      ...(await search(() => services.output.getOutput(actor, input))),
    }
  })

async function search(
  ask: () => Promise<Output>,
): Promise<{ output?: Output; failure?: { text: string; docs: string | undefined } }> {
  try {
    return { output: await ask() }
  } catch (failure) {
    if (!(failure instanceof DomainError) || !passing.includes(failure.code)) throw failure
    return { failure: { text: failure.told.text, docs: failure.told.docs } }
  }
}

function titleOf({
  process,
  asked,
}: {
  process?: { applicationName: string } | undefined
  asked: { processId?: string | undefined }
}): string {
  if (process) return `Logs of ${process.applicationName}`
  return asked.processId === undefined ? 'Application logs' : 'Logs of a process'
}

export default function OutputPage() {
  const data = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const { environmentId, environmentName, asked } = data
  return (
    <>
      <PageHeader
        title={titleOf(data)}
        parent={{ to: environmentResourcesPage(environmentId, environmentName), label: environmentName }}
      />
      {asked.isFollowed && <AutoRefresh seconds={5} />}
      {asked.processId !== undefined && <ProcessFacts {...data} processId={asked.processId} />}
      <FilterForm key={query.toString()} {...data} />
      <Found {...data} />
    </>
  )
}
