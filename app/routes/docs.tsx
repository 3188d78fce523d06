import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { DocsLayout } from '../components/docs-layout'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export const handle = { access: 'public', hasFooter: true } as const satisfies PageHandle

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ context }) => ({ menu: context.docs.menu() }))

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
