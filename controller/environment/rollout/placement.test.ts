import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildApplicationSpec, buildInstance, buildProcess } from '../../../tests/builders/environment-parts'
import type { Offering } from '../../cloud/cloud'
import { createPlanner } from '../../planner/planner'
import { instanceOverhead } from '../policy'
import type { Demand } from '../workload/goal'
import { placeMissing } from './placement'
import { selectProcesses } from '../workload/selection'

const planner = await createPlanner({ deadlineMilliseconds: 50 })

const offerings: Offering[] = [1, 2, 4].map((vcpu) => ({
  instanceType: `size-${vcpu}`,
  zone: 'us-east-1a',
  market: 'spot',
  pricePerHour: vcpu * 0.01,
  vcpu,
  memoryMib: vcpu * 2048,
  penalty: 0,
}))

const demandFor = (name: string, tag: string, count: number, cpu: number): Demand => ({
  key: `${name}@${tag}`,
  releaseId: tag,
  deployment: 'deployment-1',
  isNew: true,
  application: buildApplicationSpec(name, { tag, count, cpu }),
})

function registrar() {
  let ids = 0
  return { now: 5, newId: () => `id-${++ids}` }
}

describe('placing what is missing', () => {
  it('never overfills an instance, what is on its way out included, and places everything that fits', async () => {
    const hundredths = fc.integer({ min: 1, max: 150 }).map((value) => value / 100)
    const situation = fc.record({
      demands: fc.tuple(fc.nat(4), fc.nat(4), hundredths, hundredths),
      old: fc.array(fc.constantFrom('a', 'b'), { maxLength: 4 }),
      oldCpu: fc.constantFrom(0.25, 0.4),
      leaving: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(situation, async ({ demands: [webs, apis, webCpu, apiCpu], old, oldCpu, leaving }) => {
        const demands = [demandFor('web', 'new', webs, webCpu), demandFor('api', 'new', apis, apiCpu)]
        const instances = ['a', 'b'].map((token) =>
          buildInstance(token, {
            instanceType: 'size-2',
            market: 'spot',
            phase: leaving && token === 'b' ? 'Draining' : 'Running',
          }),
        )
        const processes = old.map((clientToken, index) =>
          buildProcess(`old-${index}`, { clientToken, releaseId: 'old' }),
        )
        const status = { instances, processes }
        const oldApplication = buildApplicationSpec('web', { cpu: oldCpu })
        const placement = await placeMissing(
          {
            ...selectProcesses(demands, status, { spotStrategy: 'ALL' }),
            status,
            spotStrategy: 'ALL',
            offerings,
            applicationOf: () => oldApplication,
          },
          planner,
          registrar(),
        )
        expect(placement.unplaced).toEqual([])
        expect(placement.processes).toHaveLength(webs + apis)
        for (const instance of [...instances, ...placement.instances]) {
          const added = placement.processes.filter(({ clientToken }) => clientToken === instance.clientToken)
          if (instance.phase === 'Draining') expect(added).toEqual([])
          const cpu =
            added.reduce((sum, { applicationId }) => sum + (applicationId === 'web' ? webCpu : apiCpu), 0) +
            processes.filter(({ clientToken }) => clientToken === instance.clientToken).length * oldCpu
          expect(cpu).toBeLessThanOrEqual(instance.vcpu - instanceOverhead.cpu + 1e-6)
        }
      }),
    )
  })

  it('intends a launch together with the processes that are to run there', async () => {
    const demand = demandFor('web', 'new', 2, 0.25)
    const status = { instances: [], processes: [] }
    const placement = await placeMissing(
      {
        ...selectProcesses([demand], status, { spotStrategy: 'ALL' }),
        status,
        spotStrategy: 'ALL',
        offerings,
        applicationOf: () => undefined,
      },
      planner,
      registrar(),
    )
    expect(placement.instances).toMatchObject([
      { clientToken: 'id-1', phase: 'Launching', pricePerHour: 0.01, vcpu: 1, lastSeenEpoch: 5 },
    ])
    expect(placement.instances[0]).not.toHaveProperty('instanceId')
    expect(placement.processes).toMatchObject([
      { id: 'id-2', clientToken: 'id-1', phase: 'Pending', releaseId: 'new' },
      { id: 'id-3', clientToken: 'id-1', phase: 'Pending', releaseId: 'new' },
    ])
  })
})
