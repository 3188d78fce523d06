import type { Workload } from '../../../controller/planner/planner'
import { spotStrategies } from '../../../core/resources/environment'
import { fragmented, offeringGone, overSpotLimit } from './fleets'
import { traceLikeWorkload, withChargeInPrices, withoutBurstable, workloadOf } from './workloads'

export interface Kind {
  name: string
  workloads: Workload[]
  deadlineMilliseconds: number
  /** The same question in other words: its plan must cost the same. */
  inOtherWords?: { name: string; change: (workload: Workload) => Workload }
}

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const fleets = (change: (workload: Workload, seed: number) => Workload) =>
  seeds(6).flatMap((seed) =>
    [
      [8, 25],
      [12, 40],
      [20, 60],
      [20, 100],
    ].map(([applications = 1, processes = 1]) =>
      change(workloadOf(seed + 100, applications, processes), seed),
    ),
  )

/** What is planned, kind by kind. */
export const kinds: Kind[] = [
  {
    name: 'teams up to 40 processes',
    workloads: seeds(25).flatMap((seed) =>
      [
        [3, 8],
        [4, 16],
        [8, 25],
        [12, 40],
      ].map(([applications = 1, processes = 1]) => workloadOf(seed, applications, processes)),
    ),
    deadlineMilliseconds: 1000,
  },
  {
    name: 'teams of 60 to 100 processes',
    workloads: seeds(8).flatMap((seed) => [workloadOf(seed, 10, 60), workloadOf(seed, 20, 100)]),
    deadlineMilliseconds: 1000,
  },
  {
    name: 'teams of 40 applications',
    workloads: seeds(8).flatMap((seed) => [workloadOf(seed, 40, 60), workloadOf(seed, 40, 100)]),
    deadlineMilliseconds: 1000,
  },
  {
    name: 'teams without burstable types, charged for every instance',
    workloads: seeds(8).flatMap((seed) =>
      [
        [4, 16],
        [12, 40],
        [20, 100],
      ].map(([applications = 1, processes = 1]) => ({
        ...withoutBurstable(workloadOf(seed, applications, processes)),
        instancePerHour: seed / 200,
      })),
    ),
    deadlineMilliseconds: 1000,
    inOtherWords: { name: 'charge in the prices', change: withChargeInPrices },
  },
  { name: 'fleets over their Spot limit', workloads: fleets(overSpotLimit), deadlineMilliseconds: 1000 },
  { name: 'fleets with offerings gone', workloads: fleets(offeringGone), deadlineMilliseconds: 1000 },
  { name: 'fragmented fleets', workloads: fleets(fragmented), deadlineMilliseconds: 1000 },
  {
    name: '1,088 processes, sized as in cluster traces',
    workloads: [traceLikeWorkload(1)],
    deadlineMilliseconds: 10_000,
  },
  {
    name: '1,000 processes, 100 applications',
    workloads: seeds(2).map((seed) => workloadOf(seed, 100, 1000)),
    deadlineMilliseconds: 10_000,
  },
  ...(['INSTANCE', 'ZONE'] as const).flatMap((goesOnWithout): Kind[] => [
    {
      name: `teams of 8 to 40 processes that survive the loss of any one ${goesOnWithout.toLowerCase()}`,
      workloads: seeds(8).flatMap((seed) => [
        { ...workloadOf(seed, 3, 8), goesOnWithout },
        { ...workloadOf(seed, 12, 40), goesOnWithout },
      ]),
      deadlineMilliseconds: 1000,
    },
    {
      name: `1,000 processes that survive the loss of any one ${goesOnWithout.toLowerCase()}`,
      workloads: seeds(2).map((seed) => ({ ...workloadOf(seed, 100, 1000), goesOnWithout })),
      deadlineMilliseconds: 10_000,
    },
  ]),
  {
    name: '10,000 processes, 400 applications',
    workloads: seeds(2).map((seed) => workloadOf(seed, 400, 10_000)),
    deadlineMilliseconds: 10_000,
  },
  {
    name: '10,000 processes, under each Spot strategy',
    workloads: spotStrategies.map((spotStrategy) => ({ ...workloadOf(1, 400, 10_000), spotStrategy })),
    deadlineMilliseconds: 10_000,
  },
]
