import { describe, expect, it } from 'vitest'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildLive } from './build-live'
import { neverFewerServing } from './never-fewer-serving'

const arn = 'arn:aws:ssm:us-east-1:111122223333:parameter/sdo/secrets/database'
const valuesOf = (processes: { environment: Record<string, string> }[]) =>
  processes.map(({ environment }) => environment.LOG_LEVEL)

describe('variables and secrets', () => {
  it('that changed replace the processes of the same version without ever fewer serving', async () => {
    const { bench, live } = await buildLive([
      'web',
      { count: 3, environmentVariables: { LOG_LEVEL: 'info' } },
    ])
    expect(valuesOf(bench.agents.running())).toEqual(['info', 'info', 'info'])
    bench.watch(neverFewerServing(bench, 'web', 3))
    const next = await bench.deploy(
      buildApplicationSpec('web', {
        count: 3,
        environmentVariables: { LOG_LEVEL: 'debug' },
        secrets: { DATABASE_URL: arn },
      }),
    )
    await bench.runUntilPhase(next, 'Live', 60)
    await bench.runUntilReady()

    expect(valuesOf(bench.agents.running())).toEqual(['debug', 'debug', 'debug'])
    expect(bench.agents.running().map(({ secrets }) => secrets)).toEqual(Array(3).fill({ DATABASE_URL: arn }))
    expect(bench.servingTags()).toEqual(['1', '1', '1'])
    expect(await bench.phaseOf(live)).toBe('Retired')
  })

  it('leave processes alone while they stay the same, in whatever order', async () => {
    const { bench } = await buildLive(['web', { environmentVariables: { A: '1', B: '2' } }])
    const before = (await bench.status()).processes.map(({ id }) => id)
    const same = buildApplicationSpec('web', { environmentVariables: { B: '2', A: '1' } })
    await bench.runUntilPhase(await bench.deploy(same), 'Live', 60)
    expect((await bench.status()).processes.map(({ id }) => id)).toEqual(before)
  })

  it('fail the deployment with the reason when a secret cannot be read, and what ran before serves on', async () => {
    const { bench, live } = await buildLive(['web', { count: 2 }])
    const before = (await bench.status()).processes.map(({ id }) => id)
    bench.watch(neverFewerServing(bench, 'web', 2))
    bench.agents.unreadableSecrets.add(arn)
    const failing = await bench.deploy(
      buildApplicationSpec('web', { count: 2, secrets: { DATABASE_URL: arn } }),
    )
    await bench.runUntilPhase(failing, 'Failed', 120)
    await bench.runUntilReady()

    const deployment = await bench.store.get('Deployment', failing)
    expect(deployment?.status?.message).toContain(
      `web (version 1) could not be started. The secret ${arn} may not be read.`,
    )
    expect(await bench.phaseOf(live)).toBe('Live')
    expect((await bench.status()).processes.map(({ id }) => id)).toEqual(before)
    expect(bench.servingTags()).toEqual(['1', '1'])
  })

  it('that can be read only after a while do not fail it', async () => {
    const { bench } = await buildLive(['web'])
    bench.agents.unreadableSecrets.add(arn)
    const next = await bench.deploy(buildApplicationSpec('web', { secrets: { DATABASE_URL: arn } }))
    await bench.runFor(15)
    bench.agents.unreadableSecrets.clear()
    await bench.runUntilPhase(next, 'Live', 60)
  })

  it('are in no event, condition or status: values stay in the spec', async () => {
    const { bench } = await buildLive(['web', { environmentVariables: { LOG_LEVEL: 'battery-staple' } }])
    expect(JSON.stringify(await bench.status())).not.toContain('battery-staple')
  })
})
