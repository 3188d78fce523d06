import type { PeeringSide, RouteTable } from '../../cloud/cloud'

interface WantedRoutes {
  tables: RouteTable[]
  destinations: string[]
  peeringId: string
  /** Connections of ours that are gone. */
  formerIds: string[]
}

export interface EnsuredRoutes {
  /** What is in the way, in sentences. */
  obstacles: string[]
  /** Whether AWS lists all of them as they are to be. What was made just now it does not list yet. */
  areListed: boolean
}

/** Adds the routes that are missing. Routes into connections of ours that are gone make way; others never do. */
export async function ensureRoutes(
  side: PeeringSide,
  { tables, destinations, peeringId, formerIds }: WantedRoutes,
): Promise<EnsuredRoutes> {
  const obstacles: string[] = []
  let areListed = true
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
      // A route that is there already and not listed is judged once it is.
      await side.createRoute({ routeTableId, destination, peeringId })
      areListed = false
    }
  return { obstacles, areListed }
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
