import { buildKubeAssets, missingForKube } from './kube/assets'
import { ensureDocker, missingForDocker } from './docker/docker-programs'
import { foreignDefinitions } from './definitions/foreign-definitions'
import { helmProgram } from './helm/helm-program'
import { metadataProgram } from './metadata/metadata-mock'
import { schemathesisPython } from './contract/fuzz/schemathesis'
import { ensureMachineRoot, missingForMachine } from './machines/virtual/machine-root'
import { ensureSamples, missingForSamples } from './machines/samples/languages'
import { motoPython } from './moto/moto-python'
import { postgresClient } from './postgres/client-programs'
import { promtool } from './prometheus/promtool'
import { registryProgram } from './registry/registry-program'

/**
 * Builds and installs what contract tests talk to, ahead of them, so that the slow first time counts against no test's
 * limit. What this machine cannot have is skipped by its tests, visibly.
 */
const isRequired = process.env.SDO_REQUIRE_ALL_SUITES === '1'

async function prepare(missing: string | undefined, make: () => unknown): Promise<void> {
  if (missing && !isRequired) console.warn(`Some tests will be skipped. ${missing}`)
  else await make()
}

await prepare(missingForKube(), () => buildKubeAssets((message) => console.log(message)))
for (const program of [helmProgram, metadataProgram, registryProgram, promtool])
  await prepare(program.missing(), () => program.ensure((message) => console.log(message)))
await prepare(foreignDefinitions.missing(), () => foreignDefinitions.ensure())
await prepare(missingForDocker(), () => ensureDocker((message) => console.log(message)))
await prepare(missingForSamples(), ensureSamples)
await prepare(missingForMachine(), () => ensureMachineRoot((message) => console.log(message)))
for (const python of [motoPython, schemathesisPython, postgresClient])
  await prepare(python.missing(), () => python.ensure())
