import { requestMessages } from '../messages/request-messages'
import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DomainError } from '../../core/errors'
import { DocsArticle } from '../components/docs-article'
import { ErrorPage } from '../components/error-page'
import { publicTitle } from '../components/title'
import type { Docs } from '../content/docs'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export const handle = { access: 'public' } as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  publicTitle(data?.page.title ?? 'Documentation', data?.page.description ?? '')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ context }) => {
    const { feature = 'overview', section } = args.params
    return { page: requirePage(context.docs, feature.toLowerCase(), section?.toLowerCase()) }
  })

/** A section is a page of its own, or a heading on the page of the feature. */
function requirePage(docs: Docs, feature: string, section: string | undefined) {
  const find = (path: string) => docs.pages().find((page) => page.path === path)
  const page = find(`/docs/${feature}`)
  if (!page) throw missing
  if (section === undefined) return page
  const ofItsOwn = find(`/docs/${feature}/${section}`)
  if (ofItsOwn) return ofItsOwn
  if (page.headings.some(({ id }) => id === section)) throw redirect(`${page.path}#${section}`)
  // Any other way to deploy from a build system is by the API.
  if (feature === 'cicd-integration') return page
  throw missing
}

const missing = new DomainError('not-found', requestMessages.docsPageMissing)

export default function DocsRoute() {
  return <DocsArticle page={useLoaderData<typeof loader>().page} />
}

export function ErrorBoundary() {
  return <ErrorPage />
}
