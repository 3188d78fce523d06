import { isOnItsWayOut } from '../../../core/process/process-phases'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  spotStrategies,
  type InstanceStatus,
  type ProcessStatus,
  type SpotStrategy,
} from '../../../core/resources/environment'
import { buildApplicationSpec, buildInstance, buildProcess } from '../../../tests/builders/environment-parts'
import { spotLimitOf } from '../../planner/planner'
import { decideDepartures } from '../rollout/drain'
import type { Demand } from './goal'
import { isInService, isLeaving, selectProcesses } from './selection'

const limits = { interruptionDrainSeconds: 80 }
const now = 1_000_000

const instances: fc.Arbitrary<InstanceStatus[]> = fc.tuple(
  ...['a', 'b', 'c'].map((token) =>
    fc
      .record({
        market: fc.constantFrom('spot' as const, 'on-demand' as const),
        phase: fc.constantFrom('Launching' as const, 'Running' as const, 'Draining' as const),
        warnedAgo: fc.option(fc.integer({ min: 0, max: 120 }), { nil: undefined }),
      })
      .map(({ market, phase, warnedAgo }) =>
        buildInstance(token, {
          market,
          phase,
          ...(phase === 'Draining' && warnedAgo !== undefined
            ? { interruptedEpoch: now - warnedAgo * 1000 }
            : {}),
        }),
      ),
  ),
)

const processes: fc.Arbitrary<ProcessStatus[]> = fc
  .array(
    fc
      .record({
        releaseId: fc.constantFrom('old', 'new'),
        clientToken: fc.constantFrom('a', 'b', 'c'),
        phase: fc.constantFrom<ProcessStatus['phase']>(
          'Pending',
          'Starting',
          'Healthy',
          'Serving',
          'Draining',
          'Stopping',
        ),
        wasHealthy: fc.boolean(),
      })
      .map(({ wasHealthy, ...process }) => ({
        ...process,
        healthyEpoch:
          wasHealthy || process.phase === 'Healthy' || process.phase === 'Serving' ? 0 : undefined,
      })),
    { maxLength: 12 },
  )
  .map((drafts) => drafts.map((draft, index) => buildProcess(`process-${index}`, draft)))

const demandFor = (releaseId: string, count: number): Demand => ({
  key: `web@${releaseId}`,
  releaseId,
  deployment: 'deployment-1',
  isNew: true,
  application: buildApplicationSpec('web', { count }),
})

const situations = fc.record({
  instances,
  processes,
  demands: fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.option(fc.integer({ min: 0, max: 4 })))
    .map(([wanted, fallback]) => [
      demandFor('new', wanted),
      ...(fallback === null ? [] : [demandFor('old', fallback)]),
    ]),
  strategy: fc.constantFrom<SpotStrategy>(...spotStrategies),
})

/** The rule as it reads, without a thought for how long it takes. */
function selectByLookingEverywhere(
  demands: Demand[],
  { instances, processes }: { instances: InstanceStatus[]; processes: ProcessStatus[] },
  strategy: SpotStrategy,
) {
  const instanceOf = ({ clientToken }: ProcessStatus) =>
    instances.find((one) => one.clientToken === clientToken)
  const neighbours = ({ clientToken }: ProcessStatus) =>
    processes.filter((one) => one.clientToken === clientToken).length
  const order = ['Serving', 'Healthy', 'Starting', 'Pending']
  const usable = processes
    .filter((process) => {
      const instance = instanceOf(process)
      return instance !== undefined && !isLeaving(instance) && !isOnItsWayOut(process)
    })
    .sort(
      (a, b) =>
        order.indexOf(a.phase) - order.indexOf(b.phase) ||
        neighbours(b) - neighbours(a) ||
        (a.id < b.id ? -1 : 1),
    )
  const selections = demands.map((demand) => {
    const { applicationId, count, maxSpotPercentage } = demand.application
    let spotLeft = spotLimitOf(strategy, count, maxSpotPercentage)
    const alike = usable.filter(
      (process) => process.applicationId === applicationId && process.releaseId === demand.releaseId,
    )
    const chosen: ProcessStatus[] = []
    for (const process of alike) {
      const isSpot = instanceOf(process)?.market === 'spot'
      if (chosen.length === count || (isSpot && spotLeft === 0)) continue
      if (isSpot) spotLeft -= 1
      chosen.push(process)
    }
    const isServed =
      chosen.length === count && chosen.every((process) => isInService(process, demand.application))
    return { demand, kept: chosen, missing: count - chosen.length, isServed }
  })
  const chosenIds = new Set(selections.flatMap(({ kept }) => kept.map(({ id }) => id)))
  return { selections, surplus: processes.filter(({ id }) => !chosenIds.has(id)) }
}

describe('matching processes with demands', () => {
  it('keeps no more than is wanted, within the Spot limit, only what can stay, and loses nobody', () => {
    fc.assert(
      fc.property(situations, ({ instances, processes, demands, strategy }) => {
        const { selections, surplus } = selectProcesses(
          demands,
          { instances, processes },
          { spotStrategy: strategy },
        )
        const kept = selections.flatMap((selection) => selection.kept)
        expect([...kept, ...surplus].map(({ id }) => id).sort()).toEqual(processes.map(({ id }) => id).sort())
        for (const { demand, kept, missing } of selections) {
          expect(kept.length + missing).toBe(demand.application.count)
          const instanceOf = ({ clientToken }: ProcessStatus) =>
            instances.find((instance) => instance.clientToken === clientToken)
          expect(kept.filter((process) => instanceOf(process)?.market === 'spot').length).toBeLessThanOrEqual(
            spotLimitOf(strategy, demand.application.count),
          )
          for (const process of kept) {
            const instance = instanceOf(process)
            expect(instance && isLeaving(instance)).toBe(false)
            expect(isOnItsWayOut(process)).toBe(false)
          }
        }
      }),
    )
  })

  it('keeps the same as looking through all processes for each one does', () => {
    fc.assert(
      fc.property(situations, ({ instances, processes, demands, strategy }) => {
        const status = { instances, processes }
        expect(selectProcesses(demands, status, { spotStrategy: strategy })).toEqual(
          selectByLookingEverywhere(demands, status, strategy),
        )
      }),
    )
  })

  it('looks at each process a few times, however many there are', () => {
    const looksPerProcess = (count: number): number => {
      let looks = 0
      const processes = Array.from({ length: count }, (_, index) => {
        const process = buildProcess(`process-${index}`, { releaseId: `release-${index % 20}` })
        return Object.defineProperty(process, 'clientToken', {
          get() {
            looks += 1
            return `instance-${index % 100}`
          },
        })
      })
      const instances = Array.from({ length: 100 }, (_, index) => buildInstance(`instance-${index}`))
      const demands = Array.from({ length: 20 }, (_, index) => demandFor(`release-${index}`, count / 20))
      selectProcesses(demands, { instances, processes }, { spotStrategy: 'ALL' })
      return looks / count
    }
    // Sorting compares somewhat more often when there are more.
    expect(looksPerProcess(8000)).toBeLessThan(looksPerProcess(1000) * 1.5)
  })

  it('prefers what serves, then what empties instances', () => {
    const processes = [
      buildProcess('alone', { clientToken: 'a' }),
      buildProcess('starting', { clientToken: 'b', phase: 'Starting' }),
      buildProcess('together', { clientToken: 'b' }),
    ]
    const status = { instances: [buildInstance('a'), buildInstance('b')], processes }
    const demand = { ...demandFor('release-1', 1) }
    const { selections } = selectProcesses([demand], status, { spotStrategy: 'ALL' })
    expect(selections[0]?.kept.map(({ id }) => id)).toEqual(['together'])
  })
})

describe('matching processes with demands where any one instance may break', () => {
  const settings = { spotStrategy: 'ALL', goesOnWithout: 'INSTANCE' } as const

  it('keeps all but one of an application that is whole on an instance, and the last one elsewhere', () => {
    fc.assert(
      fc.property(situations, ({ instances, processes, demands }) => {
        const { selections } = selectProcesses(demands, { instances, processes }, settings)
        for (const { demand, kept, missing } of selections) {
          const { count } = demand.application
          expect(kept.length + missing).toBe(count)
          for (const { clientToken } of instances) {
            const here = kept.filter((process) => process.clientToken === clientToken)
            expect(here.length).toBeLessThanOrEqual(Math.max(1, count - 1))
          }
        }
      }),
    )
  })

  it('leaves the last one in service until another serves elsewhere', () => {
    const instances = [buildInstance('a'), buildInstance('b')]
    const together = ['1', '2'].map((id) => buildProcess(id, { clientToken: 'a', releaseId: 'new' }))
    const demand = demandFor('new', 2)
    const before = selectProcesses([demand], { instances, processes: together }, settings)
    expect(before.selections[0]).toMatchObject({ missing: 1, isServed: false })
    expect(decideDepartures(before, instances, now, limits)).toEqual([])
    const processes = [...together, buildProcess('3', { clientToken: 'b', releaseId: 'new' })]
    const after = selectProcesses([demand], { instances, processes }, settings)
    expect(decideDepartures(after, instances, now, limits)).toMatchObject([
      { process: { clientToken: 'a' }, to: 'Draining' },
    ])
  })
})

describe('letting processes go', () => {
  it('never takes away what serves before enough else does, unless the cloud takes it anyway', () => {
    fc.assert(
      fc.property(situations, ({ instances, processes, demands, strategy }) => {
        const selected = selectProcesses(demands, { instances, processes }, { spotStrategy: strategy })
        const departures = decideDepartures(selected, instances, now, limits)
        const application = buildApplicationSpec('web')
        const served = processes.filter((process) => isInService(process, application))
        const leaving = departures.filter(({ process }) => served.includes(process))
        if (leaving.length === 0) return
        const left = served.length - leaving.length
        const mayBeCut = leaving.every(({ process: { clientToken } }) => {
          const { interruptedEpoch } = instances.find((one) => one.clientToken === clientToken) ?? {}
          return interruptedEpoch !== undefined && now - interruptedEpoch >= 80_000
        })
        const smallestDemand = Math.min(...demands.map((demand) => demand.application.count))
        expect(left).toBeGreaterThanOrEqual(mayBeCut ? Math.min(1, smallestDemand) : smallestDemand)
      }),
      { numRuns: 2000 },
    )
  })

  it('lets everything go that no demand is left for', () => {
    const processes = [
      buildProcess('serving'),
      buildProcess('starting', { phase: 'Starting', healthyEpoch: undefined }),
    ]
    const instances = [buildInstance('a')]
    const selected = selectProcesses([], { instances, processes }, { spotStrategy: 'ALL' })
    expect(decideDepartures(selected, instances, now, limits).map(({ to }) => to)).toEqual([
      'Draining',
      'Stopping',
    ])
  })

  it('keeps the old release whole while the new one is incomplete', () => {
    const instances = [buildInstance('a')]
    const processes = [
      buildProcess('old-1', { releaseId: 'old' }),
      buildProcess('new-1', { releaseId: 'new' }),
      buildProcess('new-2', { releaseId: 'new', phase: 'Healthy' }),
    ]
    const selected = selectProcesses([demandFor('new', 2)], { instances, processes }, { spotStrategy: 'ALL' })
    expect(decideDepartures(selected, instances, now, limits)).toEqual([])
  })
})

describe('matching processes with demands where any one zone may break', () => {
  const settings = { spotStrategy: 'ALL', goesOnWithout: 'ZONE' } as const
  const inZones = (zones: Record<string, string>) =>
    Object.entries(zones).map(([token, zone]) => buildInstance(token, { zone }))

  it('keeps all but one of an application that is whole in a zone, on however many instances', () => {
    fc.assert(
      fc.property(
        situations,
        fc.array(fc.constantFrom('here', 'there'), { minLength: 3, maxLength: 3 }),
        ({ instances, processes, demands }, zones) => {
          const placed = instances.map((instance, index) => ({ ...instance, zone: zones[index] ?? 'here' }))
          const { selections } = selectProcesses(demands, { instances: placed, processes }, settings)
          for (const { demand, kept, missing } of selections) {
            const { count } = demand.application
            expect(kept.length + missing).toBe(count)
            for (const zone of ['here', 'there']) {
              const tokens = placed.filter((one) => one.zone === zone).map(({ clientToken }) => clientToken)
              const here = kept.filter(({ clientToken }) => tokens.includes(clientToken))
              expect(here.length).toBeLessThanOrEqual(Math.max(1, count - 1))
            }
          }
        },
      ),
    )
  })

  it('leaves the last one in service until another serves in another zone', () => {
    const instances = inZones({ a: 'here', b: 'here', c: 'there' })
    const apart = ['a', 'b'].map((token) => buildProcess(token, { clientToken: token, releaseId: 'new' }))
    const demand = demandFor('new', 2)
    const before = selectProcesses([demand], { instances, processes: apart }, settings)
    expect(before.selections[0]).toMatchObject({ missing: 1, isServed: false })
    expect(decideDepartures(before, instances, now, limits)).toEqual([])
    const processes = [...apart, buildProcess('c', { clientToken: 'c', releaseId: 'new' })]
    const after = selectProcesses([demand], { instances, processes }, settings)
    expect(decideDepartures(after, instances, now, limits)).toMatchObject([{ to: 'Draining' }])
  })
})
