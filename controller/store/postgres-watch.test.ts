import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import type { AwsAccount } from '../../core/resources/aws-account'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import type { PostgresResources } from './postgres-resources'
import { PostgresWatch } from './postgres-watch'

const account = (name: string, displayName = name) =>
  ({ kind: 'AwsAccount', metadata: { name }, spec: { displayName } }) as AwsAccount

function start() {
  const clock = new VirtualClock()
  const table = new Map([['a', account('a')]])
  const reads: string[] = []
  const faults: Error[] = []
  const read = async (what: string, found: AwsAccount[]) => {
    reads.push(what)
    const fault = faults.shift()
    if (fault) throw fault
    return found
  }
  const resources = {
    list: () => read('everything', [...table.values()]),
    listNamed: (_: string, names: string[]) =>
      read(
        names.join(),
        names.flatMap((name) => table.get(name) ?? []),
      ),
  } as unknown as PostgresResources
  const heard: string[] = []
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const build = () =>
    new PostgresWatch<'AwsAccount'>({
      kind: 'AwsAccount',
      resources,
      handlers: {
        changed: ({ spec }) => heard.push(spec.displayName),
        removed: (name) => heard.push(`-${name}`),
        synced: () => heard.push('synced'),
      },
      resyncSeconds: 300,
      clock,
      random: () => 0.5,
      log: silentLogger,
      signal: stop.signal,
    })
  return { clock, table, reads, faults, heard, stop, build }
}

describe('PostgresWatch', () => {
  it('reads only what was noticed, all of it at once', async () => {
    const { clock, table, reads, heard, build } = start()
    const watch = build()
    await clock.advance(0)
    table.set('b', account('b')).delete('a')
    for (const name of ['a', 'b', 'a']) watch.noticed(name)
    await clock.advance(0)
    expect(reads).toEqual(['everything', 'a,b'])
    expect(heard).toEqual(['a', 'synced', '-a', 'b'])
  })

  it('reads everything again from time to time, so that nothing stays missed', async () => {
    const { clock, table, heard, build } = start()
    build()
    await clock.advance(0)
    table.set('b', account('b')).delete('a')
    await clock.advance(299_000)
    expect(heard).toEqual(['a', 'synced'])
    await clock.advance(2_000)
    expect(heard).toEqual(['a', 'synced', '-a', 'b'])
  })

  it('reads everything after a fault, because what was noticed is not known any more', async () => {
    const { clock, table, reads, faults, heard, build } = start()
    const watch = build()
    await clock.advance(0)
    table.set('b', account('b'))
    faults.push(new Error('refused'), new Error('refused'))
    watch.noticed('b')
    await clock.advance(10_000)
    expect(reads).toEqual(['everything', 'b', 'everything', 'everything'])
    expect(heard).toEqual(['a', 'synced', 'a', 'b'])
  })

  it('misses nothing that is noticed while it reads', async () => {
    const { clock, table, heard, build } = start()
    const watch = build()
    table.set('a', account('a', 'renamed'))
    watch.noticed('a')
    await clock.advance(0)
    expect(heard.at(-1)).toBe('renamed')
  })

  it('reports nothing more once it is stopped', async () => {
    const { clock, heard, stop, build } = start()
    const watch = build()
    stop.abort()
    watch.noticed('a')
    await clock.advance(600_000)
    expect(heard).toEqual([])
  })
})
