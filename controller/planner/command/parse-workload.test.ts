import { describe, expect, it } from 'vitest'
import { parseWorkload, WorkloadError } from './parse-workload'

const offering = {
  instanceType: 'a.large',
  zone: 'a',
  market: 'spot',
  pricePerHour: 1,
  vcpu: 2,
  memoryMib: 4096,
  penalty: 0,
}
const application = { name: 'web', cpu: 0.5, memoryMb: 100, count: 1 }
const workload = {
  spotStrategy: 'ALL',
  applications: [application],
  offerings: [offering],
  overhead: { cpu: 0.1, memoryMb: 350 },
}

function faultsIn(input: unknown): string[] {
  try {
    parseWorkload(input)
    return []
  } catch (error) {
    if (error instanceof WorkloadError) return error.faults
    throw error
  }
}

describe('a workload', () => {
  it('may want nothing', () => {
    expect(faultsIn({ ...workload, applications: [] })).toEqual([])
    expect(faultsIn({ ...workload, applications: [{ ...application, count: 0 }] })).toEqual([])
  })

  it('may charge for every instance, and for cores beyond a baseline that are given whole', () => {
    const burstable = { ...offering, baselineVcpu: 0.4, surplusPerVcpuHour: 0.04 }
    expect(faultsIn({ ...workload, instancePerHour: 0.0083, offerings: [burstable] })).toEqual([])
    const { baselineVcpu, surplusPerVcpuHour } = burstable
    const fleet = [{ ...burstable, id: 'i-1', processes: {}, baselineVcpu: undefined }]
    expect(
      faultsIn({
        ...workload,
        instancePerHour: -1,
        offerings: [
          { ...offering, baselineVcpu },
          { ...offering, zone: 'b', surplusPerVcpuHour },
          { ...burstable, zone: 'c', baselineVcpu: 2.5 },
          { ...burstable, zone: 'd', surplusPerVcpuHour: -1 },
        ],
        fleet,
      }).map((fault) => fault.split(':')[0]),
    ).toEqual([
      'offerings[3].surplusPerVcpuHour',
      'instancePerHour',
      'offerings[0].surplusPerVcpuHour',
      'offerings[1].baselineVcpu',
      'offerings[2].baselineVcpu',
      'fleet[0].baselineVcpu',
    ])
  })

  it('may say what processes use, which is no more than they ask for', () => {
    const using = (cpuUsed: number) => ({ ...workload, applications: [{ ...application, cpuUsed }] })
    expect(faultsIn(using(0))).toEqual([])
    expect(faultsIn(using(application.cpu))).toEqual([])
    expect(faultsIn(using(application.cpu + 0.1))).toEqual([
      `applications[0].cpuUsed: ${application.cpu + 0.1} is more than its ${application.cpu} cores.`,
    ])
    expect(faultsIn(using(-1)).map((fault) => fault.split(':')[0])).toEqual(['applications[0].cpuUsed'])
  })

  it('has every fault told at once, with its path', () => {
    const faults = faultsIn({
      spotStrategy: 'SOME',
      applications: [
        { ...application, cpu: -1 },
        { name: 'web', memoryMb: Number.NaN, count: 1.5, cpu: '1' },
      ],
      offerings: [offering, offering, { ...offering, zone: 'b', penalty: undefined }],
      overhead: { cpu: 0.1 },
      fleet: [{ id: 'i-1', instanceType: 'b.large', zone: 'a', market: 'spot', processes: { web: -1 } }],
    })
    for (const path of [
      'spotStrategy:',
      'applications[0].cpu:',
      'applications[1].cpu:',
      'applications[1].memoryMb:',
      'applications[1].count:',
      'applications[1]: web is listed twice.',
      'offerings[1]: a.large a spot is listed twice.',
      'offerings[2].penalty:',
      'overhead.memoryMb:',
      'fleet[0].processes.web:',
      'fleet[0].pricePerHour: b.large a spot is not offered, so its price is needed.',
      'fleet[0].vcpu: b.large is not offered, so its size is needed.',
      'fleet[0].memoryMib: b.large is not offered, so its size is needed.',
    ])
      expect(faults.filter((fault) => fault.startsWith(path))).toHaveLength(1)
    expect(faults).toHaveLength(13)
  })

  it.each([undefined, null, 'text', 3, []])('is not %j', (input) => {
    expect(faultsIn(input)).not.toEqual([])
  })

  it('knows the size of a withdrawn Spot pool by its type, and its price by itself', () => {
    const instance = {
      id: 'i-1',
      instanceType: 'a.large',
      zone: 'b',
      market: 'spot',
      processes: { web: 1 },
      pricePerHour: 2,
    }
    expect(faultsIn({ ...workload, fleet: [instance] })).toEqual([])
  })
})
