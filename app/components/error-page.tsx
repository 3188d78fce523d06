import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react'
import { AutoRefresh } from './auto-refresh'
import type { PageProblem } from '../http/pages/page'
import { CopyText } from './copy-text'
import { portalMenu } from './portal-menu'
import { TryAgain } from './try-again'
import { useDocsOfPage } from './page-header'

const headings: Record<number, string> = {
  400: 'That did not work',
  401: 'You are logged out',
  403: 'Not allowed',
  404: 'Not found',
  409: 'That did not work',
  413: 'Too large',
  503: 'Not available right now',
}

const missing = 'This page could not be found.'
const unexpected = 'Something went wrong on our side. Please try again later.'

/** After how long a page that failed for our fault is asked for again, by its status. */
const retrySeconds: Record<number, number> = { 500: 15, 503: 3 }

/** The link by which somebody goes on from here: in the portal, at the list that the page belongs to. */
function wayBack(pathname: string): { to: string; label: string } {
  const path = pathname.toLowerCase()
  if (path !== '/portal' && !path.startsWith('/portal/')) return { to: '/', label: 'the home page' }
  const list = portalMenu.flat().find(({ to }) => path.startsWith(to))
  return list ?? { to: '/portal/environments', label: 'Environments' }
}

/** The page that says what went wrong, from the Problem that loadPage and submitPage throw. What may be over soon is asked for again. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const back = wayBack(pathname)
  const status = isRouteErrorResponse(error) ? error.status : 500
  const problem = isRouteErrorResponse(error) ? (error.data as Partial<PageProblem> | null) : null
  const docsOfPage = useDocsOfPage()
  const docs = problem?.documentation ?? docsOfPage
  return (
    <div className="py-8">
      {/* Opening the page anew would lose what was typed. */}
      {retrySeconds[status] !== undefined && !problem?.form && <AutoRefresh seconds={retrySeconds[status]} />}
      <h1>{headings[status] ?? 'Something went wrong'}</h1>
      <p className="mt-2 max-w-[44rem]">{problem?.message ?? (status === 404 ? missing : unexpected)}</p>
      {problem?.requestId && status !== 404 && (
        <p className="mt-2 text-muted">
          Request <CopyText label="request ID" text={problem.requestId} isCompact />
        </p>
      )}
      {problem?.form && <TryAgain form={problem.form} />}
      <p className="mt-4 flex flex-wrap gap-x-4">
        {status !== 404 && (
          <a className="link" href={pathname + search}>
            Open this page again
          </a>
        )}
        <Link className="link" to={back.to}>
          Go to {back.label}
        </Link>
        {docs !== undefined && (
          <Link className="link" to={docs}>
            Read how this works
          </Link>
        )}
      </p>
    </div>
  )
}
