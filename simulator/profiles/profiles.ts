import { fast } from './fast'
import type { Profile } from './profile'
import { real } from './real'

export type ProfileName = Profile['name']

/** What accounts of the simulated AWS can be like. */
export const profiles: Record<ProfileName, Profile> = { fast, real }
