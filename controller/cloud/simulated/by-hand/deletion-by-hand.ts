import { ownerTag, ownerValue, type Tags } from '../../../../core/aws/ownership'
import type { AccountState } from '../state'
import { collections, type Collection } from './collections'
import type { EntriesOf, Surroundings } from './entries'
import { parts, type Part } from './parts'

/** Any one thing in an account, as its owner sees it in the console. */
export interface Thing {
  kind: ThingKind
  /** Unique in the account: its ID or ARN, and what is part of another thing has that one's in front. */
  id: string
  tags: Tags
  owner: 'sdo' | 'customer'
}

export type ThingKind = Collection | Part

const entriesByKind: Record<ThingKind, EntriesOf> = { ...collections, ...parts }

/** Every kind of thing that an account can hold. */
export const thingKinds = Object.keys(entriesByKind) as ThingKind[]

/** Everything there is in an account. */
export const listThings = (account: AccountState, surroundings: Surroundings): Thing[] =>
  thingKinds.flatMap((kind) =>
    entriesByKind[kind](account, surroundings).map(({ id, tags = {} }) => ({
      kind,
      id,
      tags,
      owner: tags[ownerTag] === ownerValue ? 'sdo' : 'customer',
    })),
  )

/** Deletes one thing as a hand in the console would: what uses it goes first. Answers whether there was such a thing. */
export async function deleteThing(
  account: AccountState,
  id: string,
  surroundings: Surroundings,
): Promise<boolean> {
  const entry = thingKinds
    .flatMap((kind) => entriesByKind[kind](account, surroundings))
    .find((candidate) => candidate.id === id)
  if (!entry) return false
  const balancerIds = Object.keys(account.loadBalancers)
  entry.remove()
  surroundings.targetGroups.sync()
  await Promise.all(balancerIds.map((balancerId) => surroundings.ports.closeUnused(balancerId)))
  return true
}
