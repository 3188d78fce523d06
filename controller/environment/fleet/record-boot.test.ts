import { describe, expect, it } from 'vitest'
import type { AgentProcess, BootTimes } from '../../../core/agent/protocol'
import { bootTimelineOf } from './record-boot'

const launchedEpoch = 1_800_000_000_000
const at = (seconds: number) => launchedEpoch + seconds * 1000
const hour = 3600

const boot: BootTimes = { kernelEpoch: at(8), dockerEpoch: at(14), agentEpoch: at(16.5) }
const process = (id: string, seconds: number | undefined, shift = 0): AgentProcess => ({
  id,
  state: seconds === undefined ? 'starting' : 'healthy',
  ports: [],
  restarts: 0,
  ...(seconds !== undefined && {
    pulledEpoch: at(seconds - 2 + shift),
    startedEpoch: at(seconds - 1 + shift),
    healthyEpoch: at(seconds + shift),
  }),
})
const timeline = { kernel: 8, docker: 14, agent: 16.5, pulled: 23, started: 24, healthy: 25 }

describe('the timeline of a boot', () => {
  it('leads from the launch to the first process that was healthy', () => {
    const processes = [process('late', 31), process('first', 25), process('never', undefined)]
    expect(bootTimelineOf({ boot, processes }, launchedEpoch, at(33))).toEqual(timeline)
  })

  it('is unknown until then, and for agents that tell nothing', () => {
    expect(
      bootTimelineOf({ boot, processes: [process('never', undefined)] }, launchedEpoch, at(33)),
    ).toBeUndefined()
    expect(bootTimelineOf({ processes: [process('first', 25)] }, launchedEpoch, at(33))).toBeUndefined()
  })

  it('leaves out what the agent cannot know', () => {
    const processes = [{ ...process('first', 25), pulledEpoch: undefined }]
    expect(bootTimelineOf({ boot: { agentEpoch: at(16.5) }, processes }, launchedEpoch, at(25))).toEqual({
      agent: 16.5,
      started: 24,
      healthy: 25,
    })
  })

  it.each([-5 * hour, 5 * hour])(
    'has the right distances on an instance whose clock is wrong by %i seconds',
    (shift) => {
      const wrong = {
        kernelEpoch: at(8 + shift),
        dockerEpoch: at(14 + shift),
        agentEpoch: at(16.5 + shift),
      }
      const processes = [process('first', 25, shift)]
      expect(bootTimelineOf({ boot: wrong, processes }, launchedEpoch, at(25))).toEqual(timeline)
    },
  )
})
