import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ErrorPage } from '../components/error-page'
import { PageLink } from '../components/page-link'
import { title } from '../components/title'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export const handle = { access: 'public' } as const satisfies PageHandle

export const meta = () => title('Search the documentation')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ context, query }) => {
    const question = query('q').trim()
    return { question, matches: question === '' ? [] : context.docs.search(question) }
  })

export default function DocsSearch() {
  const { question, matches } = useLoaderData<typeof loader>()
  return (
    <div className="max-w-[44rem]">
      <h1 className="text-3xl">Search the documentation</h1>
      <form action="/docs/search" role="search" aria-label="Search" className="mt-4 flex gap-2">
        <label className="sr-only" htmlFor="question">
          Words to look for
        </label>
        <input
          key={question}
          id="question"
          className="input"
          type="search"
          name="q"
          defaultValue={question}
          maxLength={100}
          required
        />
        <button className="button button-primary">Search</button>
      </form>
      {question !== '' && (
        <p className="mt-4 text-muted" role="status">
          {matches.length === 0
            ? `No results for “${question}”. Try fewer or other words.`
            : `${matches.length} ${matches.length === 1 ? 'passage' : 'passages'} about “${question}”`}
        </p>
      )}
      <ol className="mt-4 space-y-5">
        {matches.map(({ path, title, heading, excerpt }) => (
          <li key={path}>
            <PageLink to={path}>{heading === '' ? title : `${title}: ${heading}`}</PageLink>
            <p className="mt-1 text-muted">{excerpt}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
