import { describe, expect, it } from 'vitest'
import type { AgentProcess } from '../../../core/agent/protocol'
import { buildProcess } from '../../../tests/builders/environment-parts'
import { Moment } from '../rest/moment'
import { observeProcess } from './observe-process'

const report = (changes: Partial<AgentProcess> = {}): AgentProcess => ({
  id: 'p',
  state: 'healthy',
  ports: [{ port: 80, hostPort: 50_000 }],
  startedEpoch: 2000,
  restarts: 0,
  ...changes,
})
const pending = () =>
  buildProcess('p', { phase: 'Pending', startedEpoch: undefined, healthyEpoch: undefined, requestedEpoch: 0 })

describe('what an agent says of a process', () => {
  it('counts the start limit from when it was first asked, and the health limit from the first start', () => {
    const process = pending()
    expect(
      observeProcess(process, report({ state: 'pulling', startedEpoch: undefined }), new Moment(1000)),
    ).toBeUndefined()
    expect(process).toMatchObject({ phase: 'Starting', requestedEpoch: 1000 })
    observeProcess(process, report({ state: 'starting' }), new Moment(3000))
    observeProcess(
      process,
      report({ state: 'restarting', startedEpoch: 9000, restarts: 1 }),
      new Moment(9500),
    )
    expect(process).toMatchObject({ startedEpoch: 2000, restarts: 1 })
  })

  it('knows when more was killed for memory last: a program or the container, and no count that begins anew', () => {
    const process = pending()
    observeProcess(process, report(), new Moment(3000))
    expect(process).not.toHaveProperty('memoryEpoch')
    const looks = [
      [{ memoryKills: 2 }, 4000],
      [{ memoryKills: 2 }, 4000],
      [{ memoryKills: 2, memoryEnds: 1 }, 6000],
      [{ memoryKills: 1, memoryEnds: 1 }, 6000],
      [{ memoryKills: 2, memoryEnds: 1 }, 8000],
    ] as const
    for (const [index, [counts, epoch]] of looks.entries()) {
      observeProcess(process, report(counts), new Moment(4000 + index * 1000))
      expect(process).toMatchObject({ ...counts, memoryEpoch: epoch })
    }
  })

  it('trusts no clock that runs ahead of ours', () => {
    const process = pending()
    observeProcess(process, report({ state: 'starting', startedEpoch: 99_000 }), new Moment(3000))
    expect(process.startedEpoch).toBe(3000)
  })

  it('trusts no clock that runs behind ours: nothing was started before it was asked for', () => {
    const process = pending()
    observeProcess(process, report({ state: 'starting', startedEpoch: 10_000 }), new Moment(3_600_000))
    expect(process.startedEpoch).toBe(3_600_000)
  })

  it('tells when it becomes healthy, falls ill and recovers, and remembers the first time', () => {
    const process = pending()
    expect(observeProcess(process, report(), new Moment(3000))).toBe('became-healthy')
    expect(observeProcess(process, report(), new Moment(4000))).toBeUndefined()
    expect(observeProcess(process, report({ state: 'unhealthy', message: '503' }), new Moment(5000))).toBe(
      'fell-ill',
    )
    expect(process).toMatchObject({ phase: 'Starting', message: '503', healthyEpoch: 3000 })
    expect(observeProcess(process, report(), new Moment(6000))).toBe('became-healthy')
    expect(process).toMatchObject({ phase: 'Healthy', healthyEpoch: 3000 })
    expect(process).not.toHaveProperty('message')
  })

  it('tells that it was started again while nobody looked, once, and not of one whose illness it told', () => {
    const process = pending()
    observeProcess(process, report({ restarts: 2 }), new Moment(3000))
    expect(observeProcess(process, report({ restarts: 3 }), new Moment(4000))).toBe('restarted')
    expect(observeProcess(process, report({ restarts: 3 }), new Moment(5000))).toBeUndefined()
    expect(observeProcess(process, report({ state: 'restarting', restarts: 4 }), new Moment(6000))).toBe(
      'fell-ill',
    )
    expect(observeProcess(process, report({ restarts: 5 }), new Moment(7000))).toBe('became-healthy')
    process.phase = 'Stopping'
    expect(observeProcess(process, report({ restarts: 6 }), new Moment(8000))).toBeUndefined()
  })

  it('keeps the answer by which it became healthy, and none of those after it', () => {
    const process = pending()
    const answered = (milliseconds: number) => report({ healthMilliseconds: milliseconds })
    observeProcess(process, answered(12), new Moment(3000))
    observeProcess(process, answered(99), new Moment(4000))
    expect(process.healthMilliseconds).toBe(12)
  })

  it('does not bring back one that is on its way out', () => {
    const process = buildProcess('p', { phase: 'Draining' })
    expect(observeProcess(process, report(), new Moment(3000))).toBeUndefined()
    expect(process.phase).toBe('Draining')
  })
})
