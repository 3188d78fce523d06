import { expect, it } from 'vitest'
import { faultsByModels, recordRequests } from '../../moto/aws-models'
import { openMotoCloud } from '../../moto/moto-cloud'
import { putConsumed, putServed } from '../../moto/put-metrics'
import { putLines, readRetention } from '../../moto/read-logs'
import { motoPython } from '../../moto/moto-python'
import { describeCloudContract } from './cloud-contract'
import type { CloudHarness, CloudKindness } from './harness'

const motoKindness: CloudKindness = {
  ignoresClientToken: true,
  ignoresExternalId: true,
  ignoresPolicies: true,
  ignoresNames: true,
  lacksPercentiles: true,
  ignoresDependencies: true,
  ignoresValidity: true,
  ignoresPresentRecords: true,
  ignoresTargetHealth: true,
  issuesUnasked: true,
  duplicatesListeners: true,
  ignoresDryRun: true,
  knowsFewQuotas: true,
  knowsNoDiskKey: true,
}

const missing = motoPython.missing()

if (missing === undefined) {
  const requests = recordRequests()
  describeCloudContract('AWS, on moto', openMoto, motoKindness)
  it('makes no request that AWS’s own models refuse', async () => {
    expect(await faultsByModels(requests)).toEqual([])
  })
  it('names one certificate in each call that gives a listener one or takes one away: AWS takes no more', () => {
    const counts = requests.flatMap(({ operation, input }) =>
      /^(Add|Remove)ListenerCertificates$/.test(operation) && 'Certificates' in input
        ? (input.Certificates as unknown[]).length
        : [],
    )
    expect(counts.length).toBeGreaterThan(1)
    expect(counts.every((count) => count === 1)).toBe(true)
  })
} else if (process.env.SDO_REQUIRE_ALL_SUITES === '1')
  it('cloud port: AWS, on moto', () => {
    throw new Error(missing)
  })
else it.skip(`cloud port: AWS, on moto. ${missing}`)

async function openMoto(): Promise<CloudHarness> {
  const moto = await openMotoCloud()
  return {
    ...moto,
    retentionOf: (accountNumber, group) => readRetention(moto.endpoint, accountNumber, group),
    putLines: (accountNumber, stream, lines) => putLines(moto.endpoint, accountNumber, stream, lines),
    consumeCapacity: (accountNumber, consumed) => putConsumed(moto.endpoint, accountNumber, consumed),
    serveRequests: (accountNumber, served) => putServed(moto.endpoint, accountNumber, served),

    async eventually(what, condition) {
      for (let attempt = 0; attempt < 50; attempt++) {
        const outcome = await condition()
        if (outcome) return outcome
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`${what} did not come true`)
    },
  }
}
