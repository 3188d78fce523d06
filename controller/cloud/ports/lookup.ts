import type { Tagged } from './network'

/** Kinds of things that can be asked for by id. */
export type LookedUp =
  'vpc' | 'subnet' | 'route-table' | 'internet-gateway' | 'security-group' | 'load-balancer' | 'target-group'

/** What a list by tags does not have may be there all the same: lists lag by minutes, and somebody may have edited the tags. */
export interface Lookup {
  /** The thing of this id, whatever tags it has; undefined where AWS says that there is none. */
  find(kind: LookedUp, id: string): Promise<Tagged | undefined>
}
