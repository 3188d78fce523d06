import { deploymentLines } from '../../core/environment-log/deployment-lines'
import { describe, expect, it } from 'vitest'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

const digest = (digit: string) => `sha256:${digit.repeat(64)}`

describe('the image of a version', () => {
  it('stays the same bytes when its tag moves, and stands in status and log', async () => {
    const bench = await buildEnvironmentBench()
    bench.agents.digests.set('1', digest('a'))
    const live = await bench.deploy(buildApplicationSpec('web'))
    await bench.runUntilPhase(live, 'Live', 60)
    const web = buildApplicationSpec('web')
    expect((await bench.status()).imageDigests).toMatchObject([{ tag: '1', digest: digest('a') }])
    expect(await bench.messages()).toContain(`web (version 1) is the image ${web.image}@${digest('a')}.`)

    bench.agents.digests.set('1', digest('b'))
    const id = bench.livingInstances()[0]?.id ?? ''
    await bench.aws.kill(bench.accountNumber, id)
    await bench.runUntil('it is replaced', () => {
      const [replacement] = bench.agents.running()
      return replacement?.digest === digest('a') && bench.servingTags().length === 1
    })
  })
})

describe('the log of a deployment that failed', () => {
  it('says once what the process printed last', async () => {
    const bench = await buildEnvironmentBench()
    const failing = await bench.deploy(buildApplicationSpec('web', { tag: 'talkative' }))
    await bench.runUntilPhase(failing, 'Failed', 90)
    await bench.runUntilReady()
    expect(await bench.messagesOf(deploymentLines.printed)).toEqual([
      'Deployment 1: last output of the process:\nConnecting …\nThere is no database',
    ])
  })
})
