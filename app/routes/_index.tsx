import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { HomePage } from '../components/home-page'
import { describePage } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export const handle = describePage({ access: 'public', hasFooter: true, isStatic: true })

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services }) => ({ savings: await services.pricing.findSavings() }))

export default function Home() {
  return <HomePage {...useLoaderData<typeof loader>()} />
}
