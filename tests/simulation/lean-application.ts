import { buildApplication } from '../builders/team-rows'

/** Of little CPU: several versions have room on the cheapest instance, and no other way to place them costs less. */
export async function buildLeanApplication(teamId: string, name?: string, memoryMb = 300) {
  const application = await buildApplication(teamId, name)
  return application.update({ cpu: '0.010', memoryMb })
}
