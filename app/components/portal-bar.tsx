import { useLocation, useRouteLoaderData } from '@remix-run/react'
import type { PortalFrame } from '../services/navigation/get-portal-frame'
import { BarMenu, barMenuEntry } from './bar-menu'
import { environmentPage } from './environment-links'
import { GoTo } from './go-to'
import { LogoutButton } from './logout-button'
import { PageLink } from './page-link'
import { MonthlyPrice } from './price'
import { Mark, sitePages } from './top-navigation'

export interface PortalData extends PortalFrame {
  person: { name: string; email: string; isAdmin: boolean }
}

/** Data of the portal's own route; undefined where reading it failed. */
export const usePortal = () => useRouteLoaderData('routes/portal') as PortalData | undefined

const entry = 'block rounded px-2 py-1.5 text-muted hover:text-ink'

/** The portal's own bar: home, the environments, a way to anywhere, the rest of the site, and who one is. */
export function PortalBar() {
  const portal = usePortal()
  return (
    <nav aria-label="Site" className="relative border-b border-line bg-surface text-portal">
      <div className="mx-auto flex max-w-content items-center gap-x-1 px-2 py-1.5 sm:px-4">
        <Mark />
        {portal && <EnvironmentMenu environments={portal.environments} />}
        {portal && portal.costPerHour > 0 && (
          <PageLink to="/portal/environments" className={`${entry} max-md:hidden`}>
            <span className="sr-only">All environments: </span>
            <MonthlyPrice perHour={portal.costPerHour} />
            /mo
          </PageLink>
        )}
        <div className="ml-auto flex max-w-[60%] shrink-0 items-center gap-x-1">
          <GoTo />
          <PageLink to="/docs" className={`${entry} max-sm:hidden`}>
            Docs
          </PageLink>
          <SiteMenu />
          {portal && <PersonMenu {...portal.person} teamName={portal.teamName} />}
          <div className="max-sm:hidden">
            <LogoutButton className={entry} />
          </div>
        </div>
      </div>
    </nav>
  )
}

const BarEntries = ({ pages }: { pages: { to: string; label: string }[] }) =>
  pages.map(({ to, label }) => (
    <li key={to}>
      <PageLink to={to} className={barMenuEntry}>
        {label}
      </PageLink>
    </li>
  ))

/** The rest of the site, as its own bar has it. */
const SiteMenu = () => (
  <BarMenu label="All areas of the site" summary="Site" side="right">
    <ul>
      <BarEntries pages={sitePages} />
    </ul>
  </BarMenu>
)

function EnvironmentMenu({ environments }: Pick<PortalFrame, 'environments'>) {
  const { pathname, search } = useLocation()
  const isAboutOne = pathname.toLowerCase().startsWith('/portal/environments/')
  const openId = isAboutOne ? new URLSearchParams(search).get('id') : null
  const open = environments.find(({ id }) => id === openId)
  return (
    <BarMenu label="Switch to" summary={open?.name ?? 'Environments'} side="left">
      <ul>
        {environments.map(({ id, name }) => (
          <li key={id}>
            <PageLink
              to={environmentPage(id, name)}
              className={barMenuEntry}
              aria-current={id === openId ? 'page' : undefined}
            >
              {name}
            </PageLink>
          </li>
        ))}
        <li>
          <PageLink to="/portal/environments" className={`${barMenuEntry} text-muted`}>
            All environments
          </PageLink>
        </li>
      </ul>
    </BarMenu>
  )
}

const ownPages = [
  { to: '/portal/account', label: 'Your account' },
  { to: '/portal/security', label: 'Password and sessions' },
  { to: '/portal/users', label: 'Your team' },
]

type Person = Omit<PortalData['person'], 'isAdmin'> & Pick<PortalData, 'teamName'>

const PersonMenu = ({ name, email, teamName }: Person) => (
  <BarMenu
    label={teamName === null ? 'You' : 'You and your team'}
    summary={
      <>
        {name}
        {teamName !== null && <span className="max-sm:hidden">{` · ${teamName}`}</span>}
      </>
    }
    side="right"
  >
    <p className="px-3 py-1.5 text-muted [overflow-wrap:anywhere]">
      {email}
      {teamName !== null && <span className="block">{teamName}</span>}
    </p>
    <ul>
      <BarEntries pages={ownPages} />
      <li className="sm:hidden">
        <LogoutButton className={`${barMenuEntry} w-full text-left`} />
      </li>
    </ul>
  </BarMenu>
)
