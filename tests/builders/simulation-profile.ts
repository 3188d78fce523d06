import { profiles, type ProfileName } from '../../simulator/profiles/profiles'

/** What the accounts of simulations are like that do not say it: `SDO_SIMULATION_PROFILE=real` has them all as AWS's are. */
export const simulationProfile = (): ProfileName => {
  const name = process.env.SDO_SIMULATION_PROFILE ?? 'fast'
  if (!(name in profiles))
    throw new Error(`SDO_SIMULATION_PROFILE is none of ${Object.keys(profiles).join(', ')}.`)
  return name as ProfileName
}
