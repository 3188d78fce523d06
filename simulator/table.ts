import type { Tags } from '../core/aws/ownership'
import { collectionOf, type AccountApi, type ApiCall, type Ec2Type } from './api'
import { newId } from './ids'
import type { PolicyResource } from './policies/policy'
import type { AccountState, Listed } from './state'
import { removeThing, visible, requireUnused } from './things'
import { listed, type World } from './world'

interface Row {
  id: string
  tags: Tags
}

/** A kind of thing that AWS lists, makes and deletes by a call each, and what is particular about it. */
export interface Table<R extends Row, Seen, Input extends { tags: Tags }> {
  /** As AWS calls one of them in a refusal. */
  noun: string
  calls: { list: string; create: string; delete: string }
  rows(account: AccountState): Record<string, Listed<R>>
  /** Brings them to where they are by now, where they change by themselves. */
  settle?(world: World, account: AccountState): void
  /** One that is there, for authorization. */
  resource(api: AccountApi, id: string): PolicyResource
  /** What the calls need beside their own permission. */
  needs: { list?(api: AccountApi, tags: Tags): ApiCall; create(api: AccountApi, input: Input): ApiCall }
  /** @throws CloudError for what AWS refuses, be there one like it already or not */
  check?(account: AccountState, input: Input, world: World): void
  /** Answered in place of a new one, where AWS would make none. @throws CloudError */
  earlier?(account: AccountState, input: Input, world: World): R | undefined
  /** A new one but for its id and tags. @throws CloudError if AWS would refuse it */
  make(account: AccountState, input: Input, world: World): Omit<R, keyof Row | 'visibleEpoch'>
  idOf(world: World, input: Input): string
  /** Makes what there is from the moment that there is this one. */
  made?(account: AccountState, row: R, world: World): void
  /** As the API tells of one. */
  see(row: R, world: World): Seen
  /** Whether the API tells of it at all; default: yes. */
  isSeen?(row: R): boolean
  /** What uses one, for which AWS does not delete it. */
  users?(account: AccountState, id: string, world: World): string[]
  /** Takes one away, be it there or not; default: nothing else goes or stays with it. */
  remove?(account: AccountState, id: string, world: World): void
}

/**
 * Calls of one account that list, make and delete things of a table: what was made shows in lists after a while. `changed` is told of each
 * that came or went.
 */
export function callsOf<R extends Row, Seen, Input extends { tags: Tags }>(
  api: AccountApi,
  table: Table<R, Seen, Input>,
  changed: () => void = () => undefined,
) {
  const { world } = api
  const { calls, needs, isSeen = () => true } = table
  return {
    list: (tags: Tags): Promise<Seen[]> =>
      api.call(calls.list, needs.list?.(api, tags) ?? {}, (account) => {
        table.settle?.(world, account)
        return visible(world, table.rows(account), tags)
          .filter(isSeen)
          .map((row) => table.see(row, world))
      }),

    create: (input: Input): Promise<Seen> =>
      api.call(calls.create, needs.create(api, input), (account) => {
        table.check?.(account, input, world)
        const earlier = table.earlier?.(account, input, world)
        if (earlier) return table.see(earlier, world)
        const made = table.make(account, input, world)
        const row = { ...made, id: table.idOf(world, input), tags: input.tags } as unknown as R
        table.rows(account)[row.id] = listed(world, row)
        table.made?.(account, row, world)
        changed()
        return table.see(row, world)
      }),

    delete: (id: string): Promise<void> =>
      api.call(calls.delete, { on: [table.resource(api, id)] }, (account) => {
        requireUnused(table.noun, id, table.users?.(account, id, world) ?? [])
        if (table.remove) table.remove(account, id, world)
        else removeThing(table.rows(account), id)
        changed()
      }),
  }
}

/** What follows from the name of a kind of things. */
type Named = 'calls' | 'rows' | 'resource' | 'needs' | 'idOf'

interface Ec2Table<R extends Row, Seen, Input extends { tags: Tags }> extends Omit<
  Table<R, Seen, Input>,
  Named
> {
  type: Ec2Type
  /** In the names of its calls: `Vpc` for `ec2:CreateVpc`. */
  name: string
  /** Of its ids. */
  prefix: string
  /** The VPC in which one is made, for authorization. */
  vpcOf?(input: Input): string
}

/** A kind of thing in EC2, whose calls and permissions follow from its name. */
export const ec2Table = <R extends Row, Seen, Input extends { tags: Tags }>({
  type,
  name,
  prefix,
  vpcOf,
  ...rest
}: Ec2Table<R, Seen, Input>): Table<R, Seen, Input> => ({
  ...rest,
  calls: { list: `ec2:Describe${name}s`, create: `ec2:Create${name}`, delete: `ec2:Delete${name}` },
  rows: (account) => account[collectionOf[type]] as unknown as Record<string, Listed<R>>,
  resource: (api, id) => api.ec2(type, id),
  needs: {
    create: (api, input) => api.making(type, input.tags, vpcOf ? [api.ec2('vpc', vpcOf(input))] : []),
  },
  idOf: ({ random }) => newId(prefix, random),
})
