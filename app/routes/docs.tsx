import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { DocsLayout } from '../components/docs-layout'
import { loadPage } from '../http/pages/page'

export const handle = { hasFooter: true }

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('public', args, ({ context }) => ({ menu: context.docs.menu() }))

/** The menu is the same on every page. */
export const shouldRevalidate = () => false

export default function Docs() {
  const { menu } = useLoaderData<typeof loader>()
  return (
    <DocsLayout menu={menu}>
      <Outlet />
    </DocsLayout>
  )
}
