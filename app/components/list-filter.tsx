import { useId, useRef } from 'react'
import { Form, useSearchParams, useSubmit } from '@remix-run/react'
import { PageLink } from './page-link'

/** Lists with more rows can be filtered. */
const longList = 10

interface ListFilterProps {
  /** Name of the list: `Applications`. */
  list: string
  /** How long the whole list is. */
  total: number
}

/** Shows only the rows with a text in their name; nothing above a short list. As one types, or without JavaScript with its button. */
export function ListFilter({ list, total }: ListFilterProps) {
  const id = useId()
  const submit = useSubmit()
  const waiting = useRef<ReturnType<typeof setTimeout>>()
  const [search] = useSearchParams()
  const filter = search.get('filter') ?? ''
  // Whose page it is stays; where one was in the list does not.
  const others = [...search].filter(([name]) => name !== 'filter' && name !== 'cursor')
  if (!isLongList({ total, filter })) return null
  return (
    <Form
      method="get"
      role="search"
      aria-label={`Filter of ${list}`}
      className="mb-4 flex max-w-form items-center gap-3"
      onInput={({ currentTarget: form }) => {
        clearTimeout(waiting.current)
        waiting.current = setTimeout(() => submit(form, { replace: true, preventScrollReset: true }), 250)
      }}
    >
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="sr-only" htmlFor={id}>
        Name contains
      </label>
      <input
        id={id}
        name="filter"
        type="search"
        className="input"
        placeholder="Filter by name"
        autoComplete="off"
        maxLength={100}
        defaultValue={filter}
      />
      <button type="submit" className="button">
        Filter
      </button>
      {filter !== '' && (
        <PageLink className="link shrink-0" to={`?${new URLSearchParams(others)}`}>
          Show all
        </PageLink>
      )}
    </Form>
  )
}

/** Whether a list has a filter. */
export const isLongList = ({ total, filter = '' }: { total: number; filter?: string }): boolean =>
  total > longList || filter !== ''
