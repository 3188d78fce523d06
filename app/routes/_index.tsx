import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { HomePage } from '../components/home-page'
import { loadPage } from '../http/pages/page'

export const handle = { hasFooter: true, isStatic: true }

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('public', args, async ({ services }) => ({ savings: await services.pricing.findSavings() }))

export default function Home() {
  return <HomePage {...useLoaderData<typeof loader>()} />
}
