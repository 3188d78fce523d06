import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { applicationPage } from '../components/portal-links'
import { rolesPage } from '../components/external-resource-links'
import type { Destination } from '../components/go-to'
import { environmentPage } from '../components/environment-links'
import { menuOf } from '../components/portal-menu'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'
import { namedLike } from '../services/answers/lists'

const page = { kind: 'Page' }
const pages = [
  { to: '/portal/applications/create', label: 'New Application', ...page },
  { to: '/portal/environments/create', label: 'New Environment', ...page },
  { to: '/docs', label: 'Docs', ...page },
]
const adminPages = [{ to: '/portal/external-resources/create', label: 'Add New AWS Account', ...page }]

const menuPages = (person: { isAdmin: boolean }) =>
  menuOf(person)
    .flat()
    .map(({ to, label }) => ({ to, label, ...page }))

export const handle = { access: 'member', docs: null } as const satisfies PageHandle

/** What in the portal is called like `q`, as far as the reader may open it; for the palette. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const isWanted = namedLike(query('q'))
    const places = await services.navigation.listPlaces(actor, query('q'))
    return json<Destination[]>([
      ...places.map(({ kind, id, name }) => {
        if (kind === 'environment') return { to: environmentPage(id, name), label: name, kind: 'Environment' }
        if (kind === 'application') return { to: applicationPage(id, name), label: name, kind: 'Application' }
        return { to: rolesPage(id), label: name, kind: 'AWS account' }
      }),
      ...[...menuPages(actor), ...pages, ...(actor.isAdmin ? adminPages : [])].filter(({ label }) =>
        isWanted({ name: label }),
      ),
    ])
  })
