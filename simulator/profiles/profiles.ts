import { fast } from './fast'
import { real } from './real'

/** What accounts of the simulated AWS can be like. */
export const profiles = { fast, real }

export type ProfileName = keyof typeof profiles
