import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { EmptyState } from '../../components/empty-state'
import { LinkButton } from '../../components/link-button'
import { PageHeader } from '../../components/page-header'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage } from '../../http/pages/page'
import { Entries } from './entries'
import { FilterForm } from './filter-form'

export const handle = { access: 'admin', docs: '/docs/users#audit-log' } as const satisfies PageHandle

export const meta = () => title('Audit log')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor, query }) =>
    services.audit.listAuditLog(actor, {
      action: query('action'),
      who: query('who'),
      target: query('target'),
      from: query('from'),
      to: query('to'),
      beforeId: query('beforeId'),
    }),
  )

export default function AuditLog() {
  const { entries, nextBeforeId, retentionDays } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const filter = new URLSearchParams(
    [...search].filter(([name, value]) => name !== 'beforeId' && value !== ''),
  )
  const older = new URLSearchParams([...filter, ['beforeId', nextBeforeId ?? '']])
  return (
    <>
      <PageHeader
        title="Audit log"
        description={`Everything that changed access or resources, newest first. Entries cannot be changed. SDO keeps them for ${retentionDays} days.`}
        action={
          <LinkButton reloadDocument to={`/v1/view-controller/audit-log/csv?${filter.toString()}`}>
            Download CSV
          </LinkButton>
        }
      />
      <FilterForm key={filter.toString()} />
      {entries.length === 0 ? (
        <EmptyState>
          {filter.size > 0 || search.has('beforeId')
            ? 'Nothing in the audit log matches.'
            : 'What people and integrations of your team do is recorded here.'}
        </EmptyState>
      ) : (
        <Entries entries={entries} />
      )}
      <p className="mt-4 flex gap-4">
        {search.has('beforeId') && (
          <Link className="link" to={`?${filter.toString()}`}>
            Newest entries
          </Link>
        )}
        {nextBeforeId !== null && (
          <Link className="link" to={`?${older.toString()}`}>
            Older entries
          </Link>
        )}
      </p>
    </>
  )
}
