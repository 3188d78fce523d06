import { afterAll, beforeAll } from 'vitest'
import { pinProfile } from '../builders/simulation-profile'

/**
 * The tests of the file or `describe` around it are about what only quick accounts at rest show, such as our own seconds or an exact fleet. They
 * have such accounts whatever the suite has.
 */
export function onlyFast(): void {
  beforeAll(() => pinProfile('fast'))
  afterAll(() => pinProfile(undefined))
}
