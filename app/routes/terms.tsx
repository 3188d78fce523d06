import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { accountMessages } from '../messages/account-messages'
import { DomainError } from '../../core/errors'
import { title } from '../components/title'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export const handle = { access: 'public', isBare: true, isStatic: true } as const satisfies PageHandle

export const meta = () => title('Terms of service')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, query }) => {
    try {
      return await services.terms.getTerms(query('id'))
    } catch (failure) {
      const code = failure instanceof DomainError ? failure.code : 'internal'
      if (code === 'not-found') throw failure
      throw new DomainError(code, accountMessages.termsFailed, { cause: failure })
    }
  })

export default function TermsPage() {
  const { content } = useLoaderData<typeof loader>()
  // The terms are HTML that the operator wrote into the database; nobody else can write there.
  return (
    <main id="content" className="mx-auto max-w-content px-4 py-8">
      <div className="prose-plain" dangerouslySetInnerHTML={{ __html: content }} />
    </main>
  )
}
