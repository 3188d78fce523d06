import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react'
import { AutoRefresh } from './auto-refresh'
import { accountMessages } from '../../core/account-messages'
import type { Problem } from '../http/problem'

const headings: Record<number, string> = {
  400: 'That did not work',
  403: 'Not allowed',
  404: 'Not found',
  413: 'Too large',
  503: 'Not available right now',
}

const unexpected = 'Something went wrong on our side. Please try again later.'

function explain(error: unknown, status: number): string {
  if (status === 404) return 'This page could not be found.'
  return isUnanswered(error) ? accountMessages.resetFailed : unexpected
}

/** Whether a browser says that its request got no answer, in the words of each. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed/i.test(error.message)

/** What went wrong, from the Problem that loadPage and submitPage throw. What is away for a moment is asked for again. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const problem = isRouteErrorResponse(error) ? (error.data as Partial<Problem> | null) : null
  return (
    <div className="py-8">
      {status === 503 && <AutoRefresh seconds={3} />}
      <h1>{headings[status] ?? 'Something went wrong'}</h1>
      <p className="mt-2 max-w-[44rem]">{problem?.message ?? explain(error, status)}</p>
      {problem?.requestId && status !== 404 && (
        <p className="mt-2 text-muted">
          Request <code className="select-all">{problem.requestId}</code>
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-x-4">
        {status !== 404 && (
          <a className="link" href={pathname + search}>
            Open this page again
          </a>
        )}
        <Link className="link" to="/">
          Go to the home page
        </Link>
      </p>
    </div>
  )
}
