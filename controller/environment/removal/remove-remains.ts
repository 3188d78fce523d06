import { CloudError, type CloudAccount } from '../../cloud/cloud'
import { allDone } from '../../reconcile/outcome'
import type { Draft } from '../draft'
import type { Pass } from '../pass'
import {
  connectionKinds,
  isConnected,
  networkKinds,
  runningKinds,
  type KindsOfParts,
  type Remains,
} from './remains'

/**
 * Deletes what nothing depends on any more; the rest follows in later passes. What is recorded is deleted too, in case the cloud does not
 * list it yet.
 *
 * @returns what AWS says of a part of the network that is still in use
 */
export async function removeRemains(
  { account }: Pass,
  draft: Draft,
  remains: Remains,
): Promise<string | undefined> {
  const { status } = draft
  await removeKinds(account, runningKinds, remains, status)
  if (remains.instances.length > 0 || remains.loadBalancers.length > 0 || isConnected(draft)) return undefined
  // Of which there is no record.
  const connected = await removeKinds(account, connectionKinds, remains, status)
  const obstacle = (await removeKinds(account, networkKinds, remains, status)) ?? connected
  if (obstacle !== undefined) return obstacle
  status.network = { subnets: [] }
  delete status.next
  delete status.former
  return undefined
}

/** What was found of an environment of which there is no record any more. What depends on something follows at the next look. */
export async function removeFound(account: CloudAccount, found: Remains): Promise<void> {
  await removeKinds(account, runningKinds, found)
  await removeKinds(account, networkKinds, found)
}

/**
 * Removes things of some kinds: those that were found, and those that are recorded in `status`. One that something still depends on is left
 * for a later pass.
 *
 * @returns what AWS says of one of those
 */
export function removeKinds<Status>(
  account: CloudAccount,
  kinds: KindsOfParts<Status>,
  found: Partial<Record<string, { id: string }[]>>,
  status?: Status,
): Promise<string | undefined> {
  const removals = new Map<string, Promise<string | undefined>>()
  for (const [name, kind] of Object.entries(kinds)) {
    const remove = async (): Promise<string | undefined> => {
      const users = await Promise.all((kind.after ?? []).map((user) => removals.get(user)))
      if (users.some((obstacle) => obstacle !== undefined)) return undefined
      const recorded = status ? kind.recorded(status) : []
      const ids = [...(found[name] ?? []).map(({ id }) => id), ...recorded.filter((id) => id !== undefined)]
      const obstacle = await removeEach(account, kind, [...new Set(ids)])
      if (status) await kind.settle?.(account, status)
      return obstacle
    }
    removals.set(name, remove())
  }
  return firstOf([...removals.values()])
}

async function removeEach<Status>(
  account: CloudAccount,
  kind: KindsOfParts<Status>[string],
  ids: string[],
): Promise<string | undefined> {
  if (ids.length > 0 && kind.removeAll) return void (await kind.removeAll(account, ids))
  return firstOf(
    ids.map(async (id) => {
      try {
        await kind.remove(account, id)
        return undefined
      } catch (error) {
        if (error instanceof CloudError && error.kind === 'dependency-violation') return error.message
        throw error
      }
    }),
  )
}

async function firstOf(work: Promise<string | undefined>[]): Promise<string | undefined> {
  await allDone(work)
  return (await Promise.all(work)).find((obstacle) => obstacle !== undefined)
}
