import type { PeeringSide, RouteTable } from '../../cloud/cloud'

interface WantedRoutes {
  tables: RouteTable[]
  destinations: string[]
  peeringId: string
  /** Connections of ours that are gone. */
  formerIds: string[]
}

/**
 * Adds the routes that are missing. Routes into connections of ours that are gone make way; others never do.
 *
 * @returns what is in the way, in sentences
 */
export async function ensureRoutes(
  side: PeeringSide,
  { tables, destinations, peeringId, formerIds }: WantedRoutes,
): Promise<string[]> {
  const obstacles: string[] = []
  for (const { id: routeTableId, routes } of tables)
    for (const destination of destinations) {
      const present = routes.find((route) => route.destination === destination)
      if (present?.peeringId === peeringId) continue
      const isOfOurs = present?.peeringId !== undefined && formerIds.includes(present.peeringId)
      if (present && !isOfOurs) {
        obstacles.push(`The route table ${routeTableId} has another route to ${destination}, which stays.`)
        continue
      }
      if (present) await side.deleteRoute({ routeTableId, destination })
      await side.createRoute({ routeTableId, destination, peeringId })
    }
  return obstacles
}

/** Deletes routes into connections of ours, for the destinations that `isSurplus` says. */
export async function removeRoutes(
  side: PeeringSide,
  tables: RouteTable[],
  peeringIds: string[],
  isSurplus: (destination: string) => boolean,
): Promise<void> {
  for (const { id: routeTableId, routes } of tables)
    for (const { destination, peeringId } of routes)
      if (peeringId !== undefined && peeringIds.includes(peeringId) && isSurplus(destination))
        await side.deleteRoute({ routeTableId, destination })
}
