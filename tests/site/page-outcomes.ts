import type { PageHandle, Thing } from '../../app/http/pages/page-handle'

/** Of logging in. */
export const states = [
  'stranger',
  'unverified',
  'with a password to change',
  'with terms to accept',
  'member',
  'admin',
] as const
export type State = (typeof states)[number]

/** The page opens, its form is read; or the 403 page is shown. Anything else is where somebody is led. */
export const opens = 'opens'
export const refused = 'refused'
const notThere = 'is not there'
export const toLogin = 'to the login and back'

/** What happens in each of the states, in their order. */
export type Outcomes = readonly string[]
const unlessLoggedIn = [toLogin, '/login/verify', '/login/change-password', '/login/terms']
const forAll: Outcomes = states.map(() => opens)
const forMembers: Outcomes = [...unlessLoggedIn, opens, opens]
const forAdmins: Outcomes = [...unlessLoggedIn, refused, opens]
const forStrangers: Outcomes = [opens, ...Array<string>(5).fill('/portal')]
/** What opening a page does, and sending a form to it. */
interface Led {
  get: Outcomes
  post: Outcomes
}

/** Id of a thing of each kind that pages are about. */
export type Sample = Record<Thing, string>

/** What pages with an access do. */
const usual: Record<PageHandle['access'], Outcomes | undefined> = {
  public: forAll,
  session: undefined,
  'password-change': undefined,
  'terms-acceptance': undefined,
  member: forMembers,
  admin: forAdmins,
  automation: undefined,
  integration: undefined,
}

/** Routes that lead some on whom they would let in, or that are for one state of logging in alone. */
export const exceptions: Record<string, Partial<Led>> = {
  $: { get: states.map(() => notThere) },
  register: { get: forStrangers },
  logout: { get: ['/', ...Array<string>(5).fill(opens)] },
  'login._index': { get: forStrangers },
  'login.code': { get: ['/login', ...Array<string>(5).fill('/portal')] },
  'login.verify': {
    get: [toLogin, opens, '/login/change-password', '/login/terms', '/portal', '/portal'],
    post: [toLogin, opens, opens, opens, opens, opens],
  },
  'login.change-password': {
    get: [toLogin, '/login/verify', opens, '/login/terms', '/portal', '/portal'],
    post: [toLogin, '/login/verify', opens, '/login/terms', opens, opens],
  },
  'login.terms': {
    get: [toLogin, '/login/verify', '/login/change-password', opens, '/portal', '/portal'],
    post: [toLogin, '/login/verify', '/login/change-password', opens, opens, opens],
  },
  'portal._index': { get: states.map(() => '/portal/environments') },
  'portal.$': { get: [...unlessLoggedIn, notThere, notThere] },
  'portal.first-steps': { get: [...unlessLoggedIn, '/portal/environments', '/portal/environments'] },
}

/** Who may open the page of a route, and send its forms, and where it leads everybody else: by what it says of itself. */
export function outcomesOf(name: string, handle: PageHandle | undefined): Partial<Led> {
  const get = handle && usual[handle.access]
  const post = handle?.submits && usual[handle.submits]
  return { ...(get && { get }), ...(post && { post }), ...exceptions[name] }
}
