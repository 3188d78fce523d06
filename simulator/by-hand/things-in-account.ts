import { ownerTag, ownerValue } from '../../core/aws/ownership'
import type { AccountState } from '../state'
import { accountThings } from './account-things'
import { dnsThings } from './dns-things'
import { loadBalancingThings } from './load-balancing-things'
import { networkThings } from './network-things'
import type { EntriesOf, SimulatedServices, Thing, ThingKind } from './thing'

/** Things by kind: a new collection of the state does not compile before it is here. */
const entriesByKind: Record<ThingKind, EntriesOf> = {
  ...accountThings,
  ...networkThings,
  ...loadBalancingThings,
  ...dnsThings,
}

/** Every kind of thing that an account can hold. */
export const thingKinds = Object.keys(entriesByKind) as ThingKind[]

/** Everything there is in an account. */
export const listThings = (account: AccountState, services: SimulatedServices): Thing[] =>
  thingKinds.flatMap((kind) =>
    entriesByKind[kind](account, services).map(({ id, tags = {} }) => ({
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
  services: SimulatedServices,
): Promise<boolean> {
  const entry = thingKinds
    .flatMap((kind) => entriesByKind[kind](account, services))
    .find((candidate) => candidate.id === id)
  if (!entry) return false
  const balancerIds = Object.keys(account.loadBalancers)
  entry.remove()
  services.targetGroups.sync()
  await Promise.all(balancerIds.map((balancerId) => services.ports.closeUnused(balancerId)))
  return true
}
