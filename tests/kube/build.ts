import { buildKubeAssets, missingForKube } from './assets'

// Run ahead of the tests, so that the slow first build counts against no test's time limit.
const missing = missingForKube()
if (missing && process.env.SDO_REQUIRE_ALL_SUITES !== '1')
  console.warn(`No Kubernetes API for tests. ${missing}`)
else
  console.log(
    `The Kubernetes API for tests is in ${await buildKubeAssets((message) => console.log(message))}`,
  )
