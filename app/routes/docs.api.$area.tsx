import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { notFound } from '../../core/errors'
import { ApiArea } from '../components/api-reference/api-area'
import { ErrorPage } from '../components/error-page'
import { title } from '../components/title'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export const handle = { access: 'public', showsSecrets: true } as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) => title(data?.page.title ?? 'API Reference')

/** The fields to try a call hold a secret. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ context }) => {
    const path = `/docs/api/${args.params['area']?.toLowerCase()}`
    const page = context.docs.apiPages().find((page) => page.path === path)
    if (!page) throw notFound('An area of the API by this name')
    return { page }
  })

export default function DocsApiArea() {
  return <ApiArea page={useLoaderData<typeof loader>().page} />
}

export function ErrorBoundary() {
  return <ErrorPage />
}
