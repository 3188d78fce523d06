import { useId, type InputHTMLAttributes } from 'react'
import { Form, useSearchParams } from '@remix-run/react'
import { auditActions } from '../../services/audit/audit-actions'
import { LinkButton } from '../../components/link-button'

/** Form of the search. Its values stand in the address, so that a search can be kept and sent on. */
export function FilterForm() {
  const [search] = useSearchParams()
  const id = useId()
  return (
    <Form method="get" className="panel mb-4 grid grid-cols-2 gap-3 p-3 lg:grid-cols-3">
      <Input name="who" label="Who" />
      <Input name="target" label="Target" />
      <div className="col-span-2 lg:col-span-1">
        <label htmlFor={id} className="mb-1 block font-medium">
          Action
        </label>
        <select id={id} name="action" defaultValue={search.get('action') ?? ''} className="input">
          <option value="">All</option>
          {auditActions.map((action) => (
            <option key={action}>{action}</option>
          ))}
        </select>
      </div>
      <Input name="from" label="From" type="date" />
      <Input name="to" label="To" type="date" />
      <div className="col-span-2 flex items-end gap-3 lg:col-span-1">
        <button type="submit" className="button button-primary">
          Search
        </button>
        <LinkButton to="/portal/audit-log">Clear</LinkButton>
      </div>
    </Form>
  )
}

function Input({
  name,
  label,
  ...input
}: { name: string; label: string } & InputHTMLAttributes<HTMLInputElement>) {
  const [search] = useSearchParams()
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <input {...input} id={id} name={name} defaultValue={search.get(name) ?? ''} className="input" />
    </div>
  )
}
