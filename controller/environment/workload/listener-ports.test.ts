import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'
import type { Demand } from './goal'
import { listenerPortsFor } from './listener-ports'

const demand = (name: string, ports: { port: number; subdomain?: string }[]): Demand => ({
  key: `${name}@${JSON.stringify(ports)}`,
  releaseId: JSON.stringify(ports),
  deployment: 'deployment-1',
  isNew: false,
  application: buildApplicationSpec(name, { ports }),
})
const entry = (applicationId: string, port: number, listenerPort?: number) => ({
  applicationId,
  port,
  listenerPort,
})

describe('the ports of a shared load balancer', () => {
  it('are 80 for the first exposed port, and from 8081 on for the others', () => {
    const portOf = listenerPortsFor(
      [demand('web', [{ port: 80 }, { port: 443 }]), demand('api', [{ port: 80 }])],
      [],
    )
    expect([entry('web', 80), entry('web', 443), entry('api', 80)].map((exposed) => portOf(exposed))).toEqual(
      [80, 8081, 8082],
    )
  })

  it('stay, and go to the port that takes the place of another, by its subdomain where there are several', () => {
    const before = demand('web', [
      { port: 80, subdomain: 'www' },
      { port: 81, subdomain: 'admin' },
    ])
    const after = demand('web', [
      { port: 91, subdomain: 'admin' },
      { port: 90, subdomain: 'www' },
    ])
    const portOf = listenerPortsFor([after, before], [entry('web', 80, 8085), entry('web', 81, 80)])
    expect(portOf(entry('web', 90))).toBe(8085)
    expect(portOf(entry('web', 91))).toBe(80)
  })

  it('go apart where a version exposes both a port and the one that had come in its place', () => {
    const both = demand('web', [{ port: 80 }, { port: 90 }])
    const portOf = listenerPortsFor([both], [entry('web', 80, 80), entry('web', 90, 80)])
    expect([portOf(entry('web', 80)), portOf(entry('web', 90))]).toEqual([80, 8081])
    const settled = [entry('web', 80, 80), entry('web', 90, 80), entry('web', 90, 8081)]
    expect(listenerPortsFor([both], settled)(entry('web', 90))).toBe(8081)
  })

  it('are none for ports of two applications or of one version, and stay from one look to the next', () => {
    const ports = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 4 })
    const versions = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), ports), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(versions, { minLength: 1, maxLength: 4 }), (history) => {
        let entries: ReturnType<typeof entry>[] = []
        for (const version of history) {
          const demands = version.map(([name, own]) =>
            demand(
              name,
              own.map((port) => ({ port })),
            ),
          )
          const exposed = version.flatMap(([name, own]) => own.map((port) => entry(name, port)))
          const look = () => {
            const portOf = listenerPortsFor(demands, entries)
            return exposed.map((one) => entry(one.applicationId, one.port, portOf(one)))
          }
          const found = look()
          for (const one of found)
            for (const other of found)
              if (one.applicationId !== other.applicationId)
                expect(one.listenerPort).not.toBe(other.listenerPort)
          for (const [name, own] of version) {
            const used = found.filter((one) => one.applicationId === name && own.includes(one.port))
            expect(new Set(used.map(({ listenerPort }) => listenerPort)).size).toBe(own.length)
          }
          entries = [...entries, ...found]
          expect(look()).toEqual(found)
        }
      }),
    )
  })
})
