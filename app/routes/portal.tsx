import { Link, Outlet, useLoaderData } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { ErrorPage } from '../components/error-page'
import { Flash } from '../components/flash'
import { Epoch } from '../components/moment'
import { Notice } from '../components/notice'
import type { PortalData } from '../components/portal-bar'
import { PortalShell } from '../components/portal-shell'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export { shouldRevalidate } from '../components/should-revalidate'

export const handle = {
  access: 'member',
  docs: null,
  hasFooter: true,
  hasOwnBar: true,
} as const satisfies PageHandle

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(
    handle,
    args,
    async ({ services, actor, context }): Promise<PortalData & { announcedTerms: Announced }> => {
      const [announcedTerms, way] = await Promise.all([
        services.terms.findAnnouncedTerms(actor),
        services.navigation.getPortalFrame(actor),
      ])
      const { name, email, isAdmin } = actor
      return {
        announcedTerms: announcedTerms ?? null,
        ...way,
        ...(context.areFirstStepsDismissed && { firstSteps: undefined }),
        person: { name, email, isAdmin },
      }
    },
  )

type Announced = { futureEffectiveEpoch: number } | null

export default function Portal() {
  const { announcedTerms } = useLoaderData<typeof loader>()
  return (
    <PortalShell>
      <Flash />
      {announcedTerms && (
        <Notice tone="info">
          New terms of service take effect at <Epoch epoch={announcedTerms.futureEffectiveEpoch} />.{' '}
          <Link className="link" to="/login/terms">
            Read them
          </Link>
        </Notice>
      )}
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
