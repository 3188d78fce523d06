import type { PageHandle } from './http/pages/page-handle'
import {
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  useMatches,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react'
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import type { ReactNode } from 'react'
import { ConnectionNotice } from './components/connection-notice'
import { ErrorPage } from './components/error-page'
import { FocusOnArrival } from './components/focus-on-arrival'
import { NavigationProgress } from './components/navigation-progress'
import { usePageLinks } from './components/page-link'
import { SessionRecording } from './components/session-recording'
import { SiteFooter } from './components/site-footer'
import { SteadyScroll } from './components/steady-scroll'
import { TopNavigation } from './components/top-navigation'
import type { Shell } from './components/use-shell'
import stylesheet from './styles/app.css'

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta = () => [
  { title: 'SDO: Rapid, Simple, Affordable DevOps' },
  {
    name: 'description',
    content:
      'SDO runs Docker applications on EC2 instances inside your own AWS account, and keeps them running at the lowest price.',
  },
]

/** The portal's start leads on: what there is to say is for the page after it. */
const leadsOn = (request: Request) => /^\/portal\/?$/.test(new URL(request.url).pathname)

export const loader = ({ context, request }: LoaderFunctionArgs): Shell & { cspNonce: string } => ({
  isSignedIn: context.isSignedIn,
  xsrfToken: context.xsrfToken,
  submission: crypto.randomUUID(),
  flash: leadsOn(request) ? undefined : context.takeFlash(),
  sessionRecordingUrl: context.sessionRecordingUrl,
  cspNonce: context.cspNonce,
})

/** The shell stays as it is while a page refreshes itself and after a refused form, so that what was typed stays too. */
export function shouldRevalidate({
  actionStatus,
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (actionStatus !== undefined && actionStatus >= 400) return false
  if (formMethod === undefined && currentUrl.href === nextUrl.href) return false
  return defaultShouldRevalidate
}

const says = (handle: unknown, name: keyof PageHandle): boolean =>
  typeof handle === 'object' && handle !== null && name in handle

export function Layout({ children }: { children: ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('root')
  const nonce = shell?.cspNonce
  const matches = useMatches()
  const followPageLinks = usePageLinks()
  const isBare = matches.some(({ handle }) => says(handle, 'isBare') || says(handle, 'hasOwnBar'))
  const isStatic = matches.some(({ handle }) => says(handle, 'isStatic'))
  // A page that failed asks for itself again.
  const hasFailed = Boolean(useRouteError())
  const hasScripts = !isStatic || hasFailed || shell?.sessionRecordingUrl !== undefined
  const hasFooter = matches.some(({ handle }) => says(handle, 'hasFooter'))
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body onClick={followPageLinks}>
        <a
          href="#content"
          className="button button-primary sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-50"
        >
          Skip to content
        </a>
        <NavigationProgress />
        {!isBare && <TopNavigation />}
        {children}
        {hasFooter && <SiteFooter />}
        <ConnectionNotice />
        <FocusOnArrival />
        <SessionRecording />
        {hasScripts && (
          <>
            <SteadyScroll nonce={nonce} />
            <Scripts nonce={nonce} />
            <LiveReload nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <main id="content" className="mx-auto max-w-content px-4">
      <ErrorPage />
    </main>
  )
}
