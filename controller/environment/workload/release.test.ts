import { describe, expect, it } from 'vitest'
import { configEntries } from '../../../core/application/config/fields'
import { sampleSpec } from '../../../tests/builders/config-samples'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'
import { processSettingsOf, releaseOf } from './release'

const application = buildApplicationSpec('web', { roles: { b: 'arn:b', a: 'arn:a' } })
const login = 'arn:aws:ssm:us-east-1:123456789012:parameter/sdo/registries/ghcr'

describe('the release of an application', () => {
  it.each(configEntries)(
    'is another one with another %s exactly where that restarts processes',
    (name, field) => {
      const configured = { ...application, ...sampleSpec(0) }
      const changed = releaseOf({ ...configured, [name]: sampleSpec(1)[name] })
      expect(changed !== releaseOf(configured)).toBe(field.restarts)
    },
  )

  it('stays the same while only numbers and the order of its roles change', () => {
    const same = { ...application, count: 9, maxSpotPercentage: 0, roles: { a: 'arn:a', b: 'arn:b' } }
    expect(releaseOf(same)).toBe(releaseOf(application))
  })

  it('is the one that it had before applications could name a registry login, while it names none', () => {
    expect(releaseOf(application)).toBe('0723bf0fcb96f2ad')
  })

  it('is another one with another registry login, so that one that does not work fails its own deployment', () => {
    const ids = [undefined, login, `${login}-2`].map((registryCredentials) =>
      releaseOf({ ...application, registryCredentials }),
    )
    expect(new Set(ids).size).toBe(3)
  })

  it('is another one with the bytes of its image approved, so that they start with their own deployment', () => {
    const digests = [undefined, 'a', 'b'].map((digit) => digit && `sha256:${digit.repeat(64)}`)
    expect(new Set(digests.map((digest) => releaseOf({ ...application, digest }))).size).toBe(3)
  })

  it('is another one with each restart', () => {
    const epochs = [undefined, 1, 2]
    expect(new Set(epochs.map((restartEpoch) => releaseOf({ ...application, restartEpoch }))).size).toBe(3)
  })

  it('is another one with other variables or secrets, and no variable passes for a secret', () => {
    const a = { A: login }
    const ids = [
      {},
      { environmentVariables: a },
      { secrets: a },
      { environmentVariables: { A: '1' } },
      { environmentVariables: { B: login } },
      { environmentVariables: a, secrets: { B: login } },
      { registryCredentials: login },
    ].map((changes) => releaseOf({ ...application, ...changes }))
    expect(new Set(ids).size).toBe(7)
  })

  it('is another one with other settings of health check or container, and the same as ever by default', () => {
    const ids = [
      {},
      { healthCheck: { path: '/ready' } },
      { healthCheck: { graceSeconds: 90 } },
      { container: { init: false } },
      { container: { capabilities: ['SYS_NICE'] } },
    ].map((settings) => releaseOf({ ...application, ...settings }))
    expect(new Set(ids).size).toBe(5)
    const byDefault = { healthCheck: { path: '/health', statuses: '200-299' }, container: { init: true } }
    expect(releaseOf({ ...application, ...byDefault })).toBe(releaseOf(application))
    const [one, other] = [
      { path: '/ready', graceSeconds: 90 },
      { graceSeconds: 90, path: '/ready' },
    ]
    expect(releaseOf({ ...application, healthCheck: one })).toBe(
      releaseOf({ ...application, healthCheck: other }),
    )
  })

  it('stays the same with other warnings, which no process is told of', () => {
    const warned = { ...application, warnings: { memoryPercent: 90, outOfMemory: false } }
    expect(releaseOf(warned)).toBe(releaseOf(application))
    expect(processSettingsOf({ ...warned, container: { init: false } })).toEqual({
      container: { init: false },
    })
  })

  it('stays the same whatever the order of its variables', () => {
    const [one, other] = [
      { A: '1', B: '2' },
      { B: '2', A: '1' },
    ]
    expect(releaseOf({ ...application, environmentVariables: one })).toBe(
      releaseOf({ ...application, environmentVariables: other }),
    )
  })
})
