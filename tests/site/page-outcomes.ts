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
const alwaysTo = (path: string): Outcomes => states.map(() => path)

export interface Page {
  /** What opening it does. */
  get: Outcomes
  /** What sending a form to it does, where it has one. */
  post?: Outcomes
  /** For the parameters that its path has to have. */
  params?: Record<string, string>
  /** What its address needs to be about something. */
  query?: (sample: Sample) => Record<string, string>
}
export type Sample = Record<
  | 'application'
  | 'environment'
  | 'environmentVersion'
  | 'deployment'
  | 'process'
  | 'awsAccount'
  | 'hostedZone'
  | 'externalNetwork'
  | 'integration'
  | 'integrationToken'
  | 'integrationTrust'
  | 'person'
  | 'authenticator',
  string
>
const about =
  (thing: keyof Sample, name = 'id') =>
  (sample: Sample) => ({ [name]: sample[thing] })

const ofMembers: Page = { get: forMembers, post: forMembers }
const ofAdmins: Page = { get: forAdmins, post: forAdmins }

/** Every route: who may open it and send its form, and where it leads everybody else. */
export const pages: Record<string, Page> = {
  $: { get: states.map(() => notThere) },
  _index: { get: forAll },
  pricing: { get: forAll },
  'docs.($feature).($section)': { get: forAll },
  'docs.api.$area': { get: forAll, params: { area: 'deployments' } },
  'docs.search': { get: forAll },
  security: { get: forAll },
  terms: { get: forAll },
  'contact-us': { get: forAll, post: forAll },
  register: { get: forStrangers, post: forAll },
  logout: { get: ['/', ...Array<string>(5).fill(opens)], post: forAll },
  'dev.mail': { get: forAll },
  'dev.mail[.]json': { get: forAll },
  'login._index': { get: forStrangers, post: forAll },
  'login.code': { get: ['/login', ...Array<string>(5).fill('/portal')], post: forAll },
  'login.forgot-password': { get: forAll, post: forAll },
  'login.new-password': { get: forAll, post: forAll, query: () => ({ token: 'unknown' }) },
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
  'portal._index': { get: alwaysTo('/portal/environments') },
  'portal.$': { get: [...unlessLoggedIn, notThere, notThere] },
  'portal.account._index': ofMembers,
  'portal.account.delete': ofAdmins,
  'portal.applications._index': { get: forMembers },
  'portal.applications.create': ofMembers,
  'portal.applications.declare-version': { ...ofMembers, query: about('application') },
  'portal.applications.delete': { ...ofMembers, query: about('application') },
  'portal.applications.detail': { ...ofMembers, query: about('application') },
  'portal.audit-log': { get: forAdmins },
  'portal.device': ofMembers,
  'portal.first-steps': {
    get: [...unlessLoggedIn, '/portal/environments', '/portal/environments'],
    post: forMembers,
  },
  'portal.go-to': { get: forMembers },
  'portal.environments._index': { get: forMembers },
  'portal.environments.create': ofMembers,
  'portal.environments.create-deployment': { ...ofMembers, query: about('environment') },
  'portal.environments.delete': { ...ofMembers, query: about('environment') },
  'portal.environments.detail': { ...ofMembers, query: about('environment') },
  'portal.environments.log-events': { get: forMembers, query: about('environment') },
  'portal.environments.links': { ...ofMembers, query: about('environment') },
  'portal.environments.output': {
    get: forMembers,
    query: ({ environment, process }) => ({ id: environment, processId: process }),
  },
  'portal.environments.deployment': {
    ...ofMembers,
    query: ({ environment, deployment }) => ({ id: environment, deploymentId: deployment }),
  },
  'portal.environments.revert': {
    ...ofMembers,
    query: ({ environment, environmentVersion }) => ({
      id: environment,
      environmentVersionId: environmentVersion,
    }),
  },
  'portal.environments.remove-application': {
    ...ofMembers,
    query: ({ environment, application }) => ({ id: environment, applicationId: application }),
  },
  'portal.environments.scale': {
    ...ofMembers,
    query: ({ environment, application }) => ({ id: environment, applicationId: application }),
  },
  'portal.external-resources._index': { get: forMembers },
  'portal.external-resources.template': { get: forAdmins, query: about('awsAccount', 'awsAccountId') },
  'portal.external-resources.create': ofAdmins,
  'portal.external-resources.create-hosted-zone': ofAdmins,
  'portal.external-resources.delete-hosted-zone': { ...ofAdmins, query: about('hostedZone') },
  'portal.external-resources.create-external-network': ofAdmins,
  'portal.external-resources.delete-external-network': { ...ofAdmins, query: about('externalNetwork') },
  'portal.external-resources.delete': { ...ofAdmins, query: about('awsAccount') },
  'portal.external-resources.roles': { ...ofAdmins, query: about('awsAccount', 'awsAccountId') },
  'portal.notifications._index': { get: forMembers, post: forAdmins },
  'portal.notifications.delete': ofAdmins,
  'portal.security._index': ofMembers,
  'portal.security.add-token': { ...ofMembers, query: about('authenticator') },
  'portal.security.change-password': ofMembers,
  'portal.security.delete-token': { ...ofMembers, query: about('authenticator') },
  'portal.security.recovery-codes': ofMembers,
  'portal.users._index': { get: forMembers, post: forAdmins },
  'portal.users.create': ofAdmins,
  'portal.users.create-integration': ofAdmins,
  'portal.users.create-trust': { ...ofAdmins, query: about('integration') },
  'portal.users.delete': { ...ofAdmins, query: about('integration') },
  'portal.users.delete-token': { ...ofAdmins, query: about('integrationToken') },
  'portal.users.delete-trust': { ...ofAdmins, query: about('integrationTrust') },
  'portal.users.make-admin': { ...ofAdmins, query: about('person') },
  'portal.users.integration': { ...ofAdmins, query: about('integration') },
}
