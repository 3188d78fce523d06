import type { Environment } from '../../core/resources/environment'
import { findCondition } from '../../core/resources/find-condition'
import type { ResourceStore } from '../store/store'

export const recheckSeconds = 10

interface Holders {
  /** Names of the environments as people know them, sorted. */
  names: string[]
  /** Whether one of them cannot let go before somebody restores a role. */
  isStuck: boolean
}

/** The environments that still use something external; `condition` is the one in which they say what is in their way. */
export async function listHolders(
  store: ResourceStore,
  isHolder: (environment: Environment) => boolean | undefined,
  condition: string,
): Promise<Holders> {
  const environments = (await store.list('Environment')).filter(isHolder)
  return {
    names: environments.map(({ spec }) => spec.displayName).sort(),
    isStuck: environments.some(
      ({ status }) => findCondition(status?.conditions ?? [], condition)?.reason === 'AccessDenied',
    ),
  }
}
