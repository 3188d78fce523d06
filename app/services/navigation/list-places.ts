import { listPlaces as findNamed, type Place } from '../../../db/queries/navigation'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

/** At most so many places of a kind are offered. */
const mostPlaces = 8

/** The actor's environments, applications and, for admins, AWS accounts with `text` in their names. */
export async function listPlaces(
  { sequelize }: Dependencies,
  { teamId, isAdmin }: HumanActor,
  text: string,
): Promise<Place[]> {
  const places = await findNamed(sequelize, teamId, text.trim(), mostPlaces)
  return places.filter(({ kind }) => kind !== 'aws-account' || isAdmin)
}
