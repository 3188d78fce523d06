import { describe, expect, it } from 'vitest'
import type { EnvironmentStatus, ProcessStatus } from '../../core/resources/environment'
import { buildProcess } from '../../tests/builders/environment-parts'
import { buildEnvironmentStatus } from '../../tests/builders/resource-status'
import { illnessOf } from './illness'

const live = 1_000_000
const ill: Partial<ProcessStatus> = {
  phase: 'Starting',
  healthyEpoch: live - 10,
  message: 'Exited with code 1.',
}

function statusOf(processes: Partial<ProcessStatus>[], since = live + 1000, reason = 'ProcessUnhealthy') {
  return buildEnvironmentStatus({
    servingDeployment: 'd',
    processes: processes.map((process, index) => ({
      ...buildProcess(`p${index}`, { applicationId: 'shop', deployment: 'd' }),
      ...process,
    })),
    conditions: [
      {
        type: 'Available',
        status: 'False',
        reason: reason as 'ProcessUnhealthy',
        message: 'A process of Shop (version 2) is not healthy.',
        lastTransitionTime: new Date(since).toISOString(),
        observedGeneration: 1,
      },
    ],
  })
}

const judge = (status: EnvironmentStatus, afterSeconds: number, watchSeconds = 300) =>
  illnessOf(status, {
    deployment: 'd',
    liveEpoch: live,
    applicationIds: new Set(['shop']),
    watchSeconds,
    now: live + afterSeconds * 1000,
  })

describe('illnessOf', () => {
  it('is what lasts, and not what passes', () => {
    expect(judge(statusOf([ill]), 10)).toBeUndefined()
    expect(judge(statusOf([ill]), 22)).toBe('A process of Shop (version 2) is not healthy.')
  })

  it('is a crash loop at once', () => {
    expect(judge(statusOf([{ ...ill, restarts: 2 }]), 5)).toBeUndefined()
    expect(judge(statusOf([{ ...ill, restarts: 3 }]), 5)).toBe(
      'A process crashed 3 times. Exited with code 1.',
    )
  })

  it('counts when it begins in the watch time, also when it is seen later', () => {
    expect(judge(statusOf([ill], live + 299_000), 360)).toBeDefined()
    expect(judge(statusOf([ill], live + 301_000), 360)).toBeUndefined()
    expect(judge(statusOf([ill], live - 60_000), 5)).toBeUndefined()
  })

  it.each([
    ['of another deployment', { ...ill, deployment: 'earlier' }],
    ['of an application that it did not change', { ...ill, applicationId: 'api' }],
    ['that is new because an instance went', { ...ill, healthyEpoch: undefined, restarts: 0 }],
    ['that is on its way out', { ...ill, phase: 'Draining' as const }],
    ['that serves', { ...ill, phase: 'Serving' as const }],
  ])('is none of a process %s', (_what, process) => {
    expect(judge(statusOf([process]), 60)).toBeUndefined()
  })

  it('is none where something else is missing, or another deployment serves', () => {
    expect(judge(statusOf([ill], live, 'Working'), 60)).toBeUndefined()
    expect(judge({ ...statusOf([ill]), servingDeployment: 'other' }, 60)).toBeUndefined()
  })
})
