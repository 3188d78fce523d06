import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AutoRefresh } from '../components/auto-refresh'
import { EmptyState } from '../components/empty-state'
import { Epoch } from '../components/moment'
import { PageHeader } from '../components/page-header'
import { title } from '../components/title'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, requireStandalone } from '../http/pages/page'

export const handle = { access: 'public', showsSecrets: true } as const satisfies PageHandle

export const meta = () => title('Mailbox')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ context, services, query }) => {
    requireStandalone(context)
    return services.mail.listMail(query('to'))
  })

/** Every mail that was sent, newest first: nothing leaves this machine. */
export default function Mailbox() {
  const mails = useLoaderData<typeof loader>()
  return (
    <main id="content" className="mx-auto max-w-content px-4 py-6 text-portal">
      <PageHeader title="Mailbox" description="E-mails stay on this machine. The newest is first." />
      <AutoRefresh seconds={5} />
      {mails.length === 0 && <EmptyState>E-mails that SDO sends appear here.</EmptyState>}
      <ul className="space-y-4">
        {mails.map(({ id, to, subject, text, sentEpoch }) => (
          <li key={id} className="panel">
            <div className="flex flex-wrap justify-between gap-x-6 border-b border-line px-3 py-2">
              <h2 data-private>{subject}</h2>
              <p className="text-muted">
                to {to}, <Epoch epoch={sentEpoch} />
              </p>
            </div>
            <p className="whitespace-pre-wrap px-3 py-2" data-private>
              {text}
            </p>
          </li>
        ))}
      </ul>
    </main>
  )
}
