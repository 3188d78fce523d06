import type { ServerBuild } from '@remix-run/node'
import * as entry from '../../app/entry.server'
import * as root from '../../app/root'
import * as home from '../../app/routes/_index'
import * as mailbox from '../../app/routes/dev.mail'
import * as mailboxJson from '../../app/routes/dev.mail[.]json'
import * as login from '../../app/routes/login'
import * as loginForm from '../../app/routes/login._index'
import * as changePassword from '../../app/routes/login.change-password'
import * as code from '../../app/routes/login.code'
import * as forgotPassword from '../../app/routes/login.forgot-password'
import * as newPassword from '../../app/routes/login.new-password'
import * as acceptTerms from '../../app/routes/login.terms'
import * as verify from '../../app/routes/login.verify'
import * as logout from '../../app/routes/logout'
import * as contact from '../../app/routes/contact-us/route'
import * as portal from '../../app/routes/portal'
import * as account from '../../app/routes/portal.account._index/route'
import * as accountDelete from '../../app/routes/portal.account.delete/route'
import * as auditLog from '../../app/routes/portal.audit-log/route'
import * as users from '../../app/routes/portal.users._index/route'
import * as usersCreate from '../../app/routes/portal.users.create/route'
import * as usersCreateIntegration from '../../app/routes/portal.users.create-integration/route'
import * as usersDelete from '../../app/routes/portal.users.delete/route'
import * as usersDeleteToken from '../../app/routes/portal.users.delete-token/route'
import * as usersIntegration from '../../app/routes/portal.users.integration/route'
import * as security from '../../app/routes/portal.security._index/route'
import * as addToken from '../../app/routes/portal.security.add-token/route'
import * as changeOwnPassword from '../../app/routes/portal.security.change-password/route'
import * as deleteToken from '../../app/routes/portal.security.delete-token/route'
import * as recoveryCodes from '../../app/routes/portal.security.recovery-codes/route'
import * as pricing from '../../app/routes/pricing/route'
import * as register from '../../app/routes/register'
import * as publicSecurity from '../../app/routes/security'
import * as terms from '../../app/routes/terms'
import * as unknown from '../../app/routes/$'

type Routes = ServerBuild['routes']
type RouteModule = NonNullable<Routes[string]>['module']

const route = (id: string, path: string | undefined, module: object, parentId = 'root'): Routes => ({
  [id]: { id, path, module: module as RouteModule, ...(id !== 'root' && { parentId }) },
})

const index = (id: string, module: object, parentId = 'root'): Routes => ({
  [id]: { id, index: true, module: module as RouteModule, parentId },
})

/** The routes of the shell and the accounts as Remix's compiler would put them together, without running it. */
export function buildApp(): ServerBuild {
  const routes: Routes = {
    ...route('root', '', root),
    ...index('routes/_index', home),
    ...route('routes/$', '*', unknown),
    ...route('routes/login', 'login', login),
    ...index('routes/login._index', loginForm, 'routes/login'),
    ...route('routes/login.change-password', 'change-password', changePassword, 'routes/login'),
    ...route('routes/login.code', 'code', code, 'routes/login'),
    ...route('routes/login.forgot-password', 'forgot-password', forgotPassword, 'routes/login'),
    ...route('routes/login.new-password', 'new-password', newPassword, 'routes/login'),
    ...route('routes/login.terms', 'terms', acceptTerms, 'routes/login'),
    ...route('routes/login.verify', 'verify', verify, 'routes/login'),
    ...route('routes/register', 'register', register),
    ...route('routes/logout', 'logout', logout),
    ...route('routes/terms', 'terms', terms),
    ...route('routes/pricing', 'pricing', pricing),
    ...route('routes/security', 'security', publicSecurity),
    ...route('routes/contact-us', 'contact-us', contact),
    ...route('routes/dev.mail', 'dev/mail', mailbox),
    ...route('routes/dev.mail[.]json', 'dev/mail.json', mailboxJson),
    ...route('routes/portal', 'portal', portal),
    ...route('routes/portal.account._index', 'account', account, 'routes/portal'),
    ...route('routes/portal.account.delete', 'account/delete', accountDelete, 'routes/portal'),
    ...route('routes/portal.audit-log', 'audit-log', auditLog, 'routes/portal'),
    ...route('routes/portal.users._index', 'users', users, 'routes/portal'),
    ...route('routes/portal.users.create', 'users/create', usersCreate, 'routes/portal'),
    ...route(
      'routes/portal.users.create-integration',
      'users/create-integration',
      usersCreateIntegration,
      'routes/portal',
    ),
    ...route('routes/portal.users.delete', 'users/delete', usersDelete, 'routes/portal'),
    ...route('routes/portal.users.delete-token', 'users/delete-token', usersDeleteToken, 'routes/portal'),
    ...route('routes/portal.users.integration', 'users/integration', usersIntegration, 'routes/portal'),
    ...route('routes/portal.security._index', 'security', security, 'routes/portal'),
    ...route('routes/portal.security.add-token', 'security/add-token', addToken, 'routes/portal'),
    ...route(
      'routes/portal.security.change-password',
      'security/change-password',
      changeOwnPassword,
      'routes/portal',
    ),
    ...route('routes/portal.security.delete-token', 'security/delete-token', deleteToken, 'routes/portal'),
    ...route(
      'routes/portal.security.recovery-codes',
      'security/recovery-codes',
      recoveryCodes,
      'routes/portal',
    ),
  }
  return {
    mode: 'production',
    entry: { module: entry as unknown as ServerBuild['entry']['module'] },
    routes,
    assets: { entry: { imports: [], module: '' }, routes: manifestOf(routes), url: '', version: '' },
    publicPath: '/build/',
    assetsBuildDirectory: 'public/build',
    future: {
      v3_fetcherPersist: false,
      v3_relativeSplatPath: false,
      v3_throwAbortReason: false,
      v3_singleFetch: false,
      v3_lazyRouteDiscovery: false,
    },
    isSpaMode: false,
  }
}

/** What Remix would tell a browser about the routes; the server renders from it too. */
const manifestOf = (routes: Routes): ServerBuild['assets']['routes'] =>
  Object.fromEntries(
    Object.values(routes).flatMap((route) =>
      route
        ? [
            [
              route.id,
              {
                id: route.id,
                parentId: route.parentId,
                path: route.path,
                index: route.index,
                module: '',
                hasAction: 'action' in route.module,
                hasLoader: 'loader' in route.module,
                hasClientAction: false,
                hasClientLoader: false,
                hasErrorBoundary: 'ErrorBoundary' in route.module,
              },
            ],
          ]
        : [],
    ),
  )
