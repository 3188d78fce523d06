import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { HomePage } from '../components/home-page'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export const handle = { access: 'public', hasFooter: true, isStatic: true } as const satisfies PageHandle

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services }) => ({ savings: await services.pricing.findSavings() }))

export default function Home() {
  return <HomePage {...useLoaderData<typeof loader>()} />
}
