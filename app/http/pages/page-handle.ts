import type { Access } from '../../services/access/access'

/** Things that a page can be about. The parameters of its address have their ids. */
export type Thing =
  | 'application'
  | 'environment'
  | 'environmentVersion'
  | 'deletedEnvironment'
  | 'deployment'
  | 'process'
  | 'awsAccount'
  | 'hostedZone'
  | 'externalNetwork'
  | 'integration'
  | 'integrationToken'
  | 'integrationTrust'
  | 'person'
  | 'authenticator'

interface AnyPage {
  /** Who may open it. */
  access: Access
  /** Who may send its forms; absent where it has none. */
  submits?: Access
  /** Parameters that its address has to have, and what each names. */
  about?: Record<string, Thing>
  /** Shown without the top navigation. */
  isBare?: true
  /** Brings a bar of its own in place of the top navigation. */
  hasOwnBar?: true
  /** Has nothing on it that needs scripts, and loads none, unless it failed or sessions are recorded. */
  isStatic?: true
  /** Shown with the footer. */
  hasFooter?: true
  /** Is never recorded, whoever watches: something on it is for its reader alone. */
  showsSecrets?: true
  /** Says for so long only what the request before has done. */
  flashSeconds?: number
}

/**
 * What a route exports as `handle`: all about its page but what the page does. `loadPage` and `submitPage` ask for it, and the tests of all
 * pages are made from it.
 */
export type PageHandle = AnyPage &
  (
    | {
        access: 'member' | 'admin'
        /** Where the documentation says how the page works; null for what shows no page of its own. */
        docs: string | null
      }
    | { access: Exclude<Access, 'member' | 'admin'>; docs?: never }
  )
