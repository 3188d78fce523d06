import { buildKubeAssets, missingForKube } from './assets'

// Run ahead of the tests, so that the slow first build counts against no test's time limit.
const missing = missingForKube()
const isRequired = process.env.SDO_REQUIRE_ALL_SUITES === '1'
if (missing) {
  console.warn(`No Kubernetes API for tests. ${missing}`)
  process.exitCode = isRequired ? 1 : 0
} else {
  console.log(
    `The Kubernetes API for tests is in ${await buildKubeAssets((message) => console.log(message))}`,
  )
}
