import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { notFound } from '../../core/errors'
import { HomePage } from '../components/home-page'
import { title } from '../components/title'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export const handle = { access: 'public', hasFooter: true, isStatic: true } as const satisfies PageHandle

export const meta = () => title('Page not found')

const areas = new Set([
  'portal',
  'login',
  'logout',
  'register',
  'terms',
  'health',
  'pricing',
  'security',
  'docs',
  'contact-us',
  'build',
  'dev',
])

/** An unknown first segment shows home, with a line that says so and a status that tells programs that nothing is there; an unknown page of a known area does not exist. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, request }) => {
    const [, area = ''] = new URL(request.url).pathname.split('/')
    if (areas.has(area)) throw notFound('This page')
    return json({ isUnknown: true, savings: await services.pricing.findSavings() }, { status: 404 })
  })

export default function Home() {
  return <HomePage {...useLoaderData<typeof loader>()} />
}
