import { Outlet } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { ErrorPage } from '../components/error-page'
import { Flash } from '../components/flash'
import { PortalShell } from '../components/portal-shell'
import { loadPage } from '../http/page'

export const handle = { hasFooter: true }

export const loader = (args: LoaderFunctionArgs) => loadPage('member', args, () => null)

export default function Portal() {
  return (
    <PortalShell>
      <Flash />
      <Outlet />
    </PortalShell>
  )
}

export function ErrorBoundary() {
  return (
    <PortalShell>
      <ErrorPage />
    </PortalShell>
  )
}
