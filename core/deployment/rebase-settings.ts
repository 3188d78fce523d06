import { isDeepStrictEqual } from 'node:util'
import { choose, deployedChoices } from '../environment/choices'
import type { EnvironmentSettings } from '../resources/environment'

interface Rebase {
  /** Settings of an environment before a change of them, and after it. */
  from: EnvironmentSettings
  wanted: EnvironmentSettings
  /** What they are by now. */
  onto: EnvironmentSettings
}

/** Settings after the same change as from `from` to `wanted`, made to `onto`: what it left alone stays as it is there. */
export function rebaseSettings({ from, wanted, onto }: Rebase): EnvironmentSettings {
  const [before, after, overrides] = [byApplication(from), byApplication(wanted), byApplication(onto)]
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const override = after.get(id)
    if (isDeepStrictEqual(before.get(id), override)) continue
    if (override) overrides.set(id, override)
    else overrides.delete(id)
  }
  return {
    ...choose(deployedChoices, (name) => (wanted[name] === from[name] ? onto : wanted)[name]),
    overrides: inOrder([...overrides.values()]),
  }
}

/** As rows are read, so that equal settings are equal values. */
export const inOrder = (overrides: EnvironmentSettings['overrides']): EnvironmentSettings['overrides'] =>
  [...overrides].sort((a, b) => (a.applicationId < b.applicationId ? -1 : 1))

const byApplication = ({ overrides }: EnvironmentSettings) =>
  new Map(overrides.map((override) => [override.applicationId, override]))
