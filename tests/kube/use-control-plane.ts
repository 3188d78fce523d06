import { afterAll, beforeAll, describe, it } from 'vitest'
import { missingForKube } from './assets'
import { startControlPlane, type ControlPlane, type ControlPlaneOptions } from './control-plane'

/** Long enough for a build that nobody ran ahead. */
const startMilliseconds = 15 * 60_000

/** Describes tests that need something, which `missing` says is not there: then they are skipped, saying why, unless all suites are required. */
export function describeUnlessMissing(
  missing: string | undefined,
  name: string,
  describeTests: () => void,
): void {
  if (!missing) return void describe(name, describeTests)
  const title = `${name} (${missing})`
  if (process.env.SDO_REQUIRE_ALL_SUITES === '1') {
    it(title, () => {
      throw new Error(missing)
    })
  } else {
    console.warn(`Skipped: ${title}`)
    it.skip(title, () => undefined)
  }
}

/**
 * Describes tests against a Kubernetes API of their own. Where none can be had they are skipped, saying why, unless
 * all suites are required: then they fail.
 */
export function describeWithControlPlane(
  name: string,
  describeTests: (useControlPlane: () => ControlPlane) => void,
  options: ControlPlaneOptions = {},
): void {
  describeUnlessMissing(missingForKube(), name, () => {
    let controlPlane: ControlPlane | undefined
    beforeAll(async () => {
      controlPlane = await startControlPlane(options)
    }, startMilliseconds)
    afterAll(() => controlPlane?.stop())
    describeTests(() => {
      if (!controlPlane) throw new Error('The control plane exists only while tests run.')
      return controlPlane
    })
  })
}
