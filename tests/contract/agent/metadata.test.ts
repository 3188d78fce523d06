import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSpotNotices } from '../../../agent/spot-notices'
import { eventually } from '../../builders/eventually'
import { metadataProgram, startMetadataMock, type MetadataMock } from '../../metadata/metadata-mock'
import { startAgentProcess } from './agent-process'
import { buildAgent, type BuiltAgent } from './built-agent'

const isSkipped = metadataProgram.missing() !== undefined && process.env.SDO_REQUIRE_ALL_SUITES !== '1'

describe.skipIf(isSkipped)('an agent and AWS’s stand-in for the metadata service', () => {
  let built: BuiltAgent
  let metadata: MetadataMock
  beforeAll(async () => {
    built = await buildAgent()
    metadata = await startMetadataMock()
  })
  afterAll(async () => {
    built.remove()
    await metadata?.stop()
  })

  it('find the end of a Spot instance and the recommendation to move, with a token alone', async () => {
    const path = '/latest/meta-data/spot/instance-action'
    expect((await fetch(`${metadata.endpoint}${path}`)).status).toBe(401)
    const { takenBackEpoch = 0, rebalanceEpoch = 0 } = await readSpotNotices(metadata.endpoint)
    expect(takenBackEpoch - Date.now()).toBeGreaterThan(60_000)
    expect(takenBackEpoch - Date.now()).toBeLessThanOrEqual(120_000)
    expect(Math.abs(rebalanceEpoch - Date.now())).toBeLessThan(60_000)
  })

  it('tell the controller', async () => {
    const agent = await startAgentProcess(built.agentPath, { metadataEndpoint: metadata.endpoint })
    try {
      const { spot } = await eventually('it says so', async () => {
        const status = await agent.status()
        return status.spot?.takenBackEpoch !== undefined && status
      })
      expect(spot).toMatchObject({
        takenBackEpoch: expect.any(Number) as number,
        rebalanceEpoch: expect.any(Number) as number,
      })
    } finally {
      await agent.end('SIGTERM')
    }
  })
})
