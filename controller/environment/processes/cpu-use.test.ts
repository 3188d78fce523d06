import { describe, expect, it } from 'vitest'
import { learnCpuUse } from './cpu-use'
import type { EnvironmentStatus } from '../../../core/resources/environment'

const web = { applicationId: 'web', cpu: 1 }
const api = { applicationId: 'api', cpu: 0.2 }

const learned = (
  cpuUse: EnvironmentStatus['cpuUse'],
  reports: [string, number | undefined][],
  kept = [web, api],
) => {
  const status: Pick<EnvironmentStatus, 'cpuUse'> = cpuUse ? { cpuUse } : {}
  const said = reports.map(([applicationId, cpuUsed]) => ({ applicationId, cpuUsed }))
  learnCpuUse(status, said, kept)
  return status.cpuUse
}

describe('the CPU that applications use', () => {
  it('is the average of the processes of which a day is known', () => {
    expect(
      learned(undefined, [
        ['web', 0.1],
        ['web', 0.3],
        ['web', undefined],
        ['api', undefined],
      ]),
    ).toEqual([{ applicationId: 'web', cores: 0.2 }])
    expect(learned(undefined, [['web', undefined]])).toBeUndefined()
  })

  it('stays as it was where nothing new is known, and where the difference is too small to notice', () => {
    const before = [
      { applicationId: 'web', cores: 0.2 },
      { applicationId: 'api', cores: 0.1 },
    ]
    expect(learned(before, [])).toEqual(before)
    expect(
      learned(before, [
        ['web', 0.24],
        ['api', 0.12],
      ]),
    ).toEqual([
      { applicationId: 'web', cores: 0.2 },
      { applicationId: 'api', cores: 0.12 },
    ])
  })

  it('is forgotten with the application, and never known of another one', () => {
    const before = [{ applicationId: 'web', cores: 0.2 }]
    expect(learned(before, [['gone', 0.1]], [api])).toBeUndefined()
  })
})
