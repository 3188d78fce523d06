import { beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { FakeLogStreams } from '../../tests/builders/fake-log-streams'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { createProcessOutput } from './process-output'

const process = { id: 'process-1', logGroup: '/sdo/a/b' }
const minute = 60_000

describe('the log stream of a process', () => {
  let clock: VirtualClock
  let streams: FakeLogStreams
  const open = (definition: Parameters<ReturnType<typeof createProcessOutput>['open']>[0] = process) =>
    createProcessOutput({ streams, clock, log: silentLogger }).open(definition)
  beforeEach(() => {
    clock = new VirtualClock()
    streams = new FakeLogStreams()
  })

  it('is made at once, in the group of its application, by the id of the process', async () => {
    const output = open()
    await clock.advance(0)
    expect(output.stream).toEqual({ group: '/sdo/a/b', stream: 'process-1' })
    expect(streams.asked).toEqual(['/sdo/a/b process-1'])
    expect(output.fault()).toBeUndefined()
  })

  it('is not made where output stays on the instance', async () => {
    const output = open({ id: 'process-1' })
    await clock.advance(10 * minute)
    expect(output.stream).toBeUndefined()
    expect(streams.asked).toEqual([])
  })

  it('says why it cannot be made as long as that is so, and is tried again ever less often, but every minute', async () => {
    streams.fault = 'There is no log group /sdo/a/b.'
    const output = open()
    await clock.advance(10 * minute)
    expect(output.fault()).toBe('There is no log group /sdo/a/b.')
    streams.fault = undefined
    await clock.advance(minute)
    expect(output.fault()).toBeUndefined()
    expect(streams.asked).toHaveLength(1)
  })

  it('is made again when somebody deleted it, until the process has ended', async () => {
    const output = open()
    await clock.advance(21 * minute)
    expect(streams.asked).toHaveLength(5)
    output.close()
    await clock.advance(21 * minute)
    expect(streams.asked).toHaveLength(5)
  })
})
