import { useState } from 'react'
import type { ApiPage } from '../../content/api-reference/api-reference'
import { PageLink } from '../page-link'
import { BreakablePath } from '../breakable'
import { CallSection } from './call-section'

/** A page of the API reference: the calls of one area, each with what it takes, answers and refuses. */
export function ApiArea({ page: { path, title, description, calls } }: { page: ApiPage }) {
  // Here and nowhere else: it is gone with the page.
  const [token, setToken] = useState('')
  return (
    <article key={path} className="max-w-[44rem]">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-2">
        {description} <PageLink to="/docs/api">How to log in, and what refusals mean.</PageLink>
      </p>
      <nav aria-label="On this page" className="mt-4 border-l-2 border-line pl-4 text-portal print:hidden">
        <ul className="space-y-1">
          {calls.map(({ id, method, path, summary }) => (
            <li key={id}>
              <a className="link" href={`#${id}`}>
                {method} <BreakablePath path={path} />
              </a>
              <span className="block text-muted">{summary}</span>
            </li>
          ))}
        </ul>
      </nav>
      {calls.map((call) => (
        <CallSection key={call.id} call={call} token={token} onToken={setToken} />
      ))}
    </article>
  )
}
