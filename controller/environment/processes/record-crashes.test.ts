import { expect, it } from 'vitest'
import { buildProcess } from '../../../tests/builders/environment-parts'
import { Moment } from '../rest/moment'
import { newCrashLoops, recordCrashes } from './record-crashes'

const limit = { crashes: 3, seconds: 600 }

/** What `process` is known by after each count of restarts at each second. */
function watch(looks: [second: number, restarts: number][], process = buildProcess('a')) {
  return looks.map(([second, restarts]) => {
    recordCrashes(process, { restarts }, new Moment(second * 1000), limit)
    process.restarts = restarts
    return process.crashLoopEpoch
  })
}

it('is a loop at the third crash within ten minutes, and until it stayed up for as long', () => {
  const looks: [number, number][] = [
    ...([[1, 1], [300, 2], [500, 3], [900, 3], [1099, 3], [1100, 3]] as [number, number][]), // prettier-ignore
  ]
  const at = 500_000
  expect(watch(looks)).toEqual([undefined, undefined, at, at, at, undefined])
})

it('is a loop also where it goes on while programs in it are killed for memory', () => {
  const process = buildProcess('a')
  const loops = [1, 2, 3].map((memoryKills) => {
    recordCrashes(process, { restarts: 0, memoryKills }, new Moment(memoryKills * 9000), limit)
    process.memoryKills = memoryKills
    return process.crashLoopEpoch
  })
  expect(loops).toEqual([undefined, undefined, 27_000])
})

it('is none when it crashes seldom, however often in all', () => {
  const seldom = Array.from({ length: 20 }, (_, index): [number, number] => [index * 400, index])
  expect(new Set(watch(seldom))).toEqual(new Set([undefined]))
})

it('is none before it was in service: then its deployment fails', () => {
  expect(watch([[1, 5]], buildProcess('a', { healthyEpoch: undefined }))).toEqual([undefined])
})

it('is seen also when all crashes are reported at once', () => {
  expect(watch([[7, 40]])).toEqual([7000])
})

it('is told once for a release, by the first of its processes', () => {
  const loop = (id: string, releaseId: string, crashLoopEpoch?: number) =>
    buildProcess(id, { releaseId, crashLoopEpoch })
  const processes = [
    loop('a', 'r1', 5),
    loop('b', 'r1', 5),
    loop('c', 'r2', 3),
    loop('d', 'r2', 5),
    loop('e', 'r3'),
  ]
  expect(newCrashLoops(processes, 5).map(({ id }) => id)).toEqual(['a'])
})
