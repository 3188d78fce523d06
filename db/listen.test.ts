import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../core/logging/logger'
import { LivenessBoard } from '../core/observability/liveness'
import { startBreakableProxy } from '../tests/builders/breakable-proxy'
import { eventually } from '../tests/builders/eventually'
import { useTestDatabase } from '../tests/postgres/test-database'
import { listen } from './listen'

const database = useTestDatabase()

/** Values that arrive one after the other and can be awaited. */
class Arrivals {
  private readonly values: string[] = []
  private readonly takers: ((value: string) => void)[] = []

  add(value: string) {
    const taker = this.takers.shift()
    if (taker) taker(value)
    else this.values.push(value)
  }

  next(): Promise<string> {
    const value = this.values.shift()
    return value === undefined ? new Promise((resolve) => this.takers.push(resolve)) : Promise.resolve(value)
  }
}

function start(channel: string) {
  const stop = new AbortController()
  const arrivals = new Arrivals()
  const stopped = listen({
    url: database.url,
    channel,
    onConnect: () => arrivals.add('connected'),
    onNotify: (payload) => arrivals.add(`heard ${payload}`),
    signal: stop.signal,
    log: silentLogger,
  })
  onTestFinished(() => stop.abort())
  const notify = (payload: string) =>
    database.sequelize.query('SELECT pg_notify(:channel, :payload)', { replacements: { channel, payload } })
  const connections = async () => {
    const [rows] = await database.sequelize.query(
      `SELECT pid FROM pg_stat_activity WHERE application_name = :name`,
      { replacements: { name: `sdo-listen-${channel}` } },
    )
    return rows.length
  }
  return { stop, stopped, arrivals, notify, connections }
}

describe('listen', () => {
  it('says when it listens and passes on what is notified', async () => {
    const { arrivals, notify } = start('simple')
    expect(await arrivals.next()).toBe('connected')
    await notify('one')
    await notify('two')
    expect([await arrivals.next(), await arrivals.next()]).toEqual(['heard one', 'heard two'])
  })

  it('connects again when the connection is cut, and says so, because something may have been missed', async () => {
    const { arrivals, notify } = start('broken')
    expect(await arrivals.next()).toBe('connected')
    await database.sequelize.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sdo-listen-broken'`,
    )
    expect(await arrivals.next()).toBe('connected')
    await notify('again')
    expect(await arrivals.next()).toBe('heard again')
  })

  it('reports how the connection is: that it cannot be made, and that it listens', async () => {
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const board = new LivenessBoard()
    const target = new URL(database.url)
    const proxy = await startBreakableProxy({ host: target.hostname, port: Number(target.port) })
    onTestFinished(() => proxy.close())
    proxy.break()
    const listening = listen({
      url: Object.assign(target, { port: String(proxy.port) }).href,
      channel: 'reported',
      onConnect: () => undefined,
      onNotify: () => undefined,
      signal: stop.signal,
      log: silentLogger,
      board,
    })
    const isFailing = () => board.states()[0]?.[1].isFailing
    await eventually('it fails', isFailing)
    expect(board.states()[0]?.[0]).toBe('listen reported')
    proxy.restore()
    await eventually('it listens', () => isFailing() === false && board.faults().length === 0)
    stop.abort()
    await listening
    expect(board.states()).toEqual([])
  })

  it('leaves no connection behind when it is stopped', async () => {
    const { stop, stopped, arrivals, connections } = start('stopped')
    await arrivals.next()
    expect(await connections()).toBe(1)
    stop.abort()
    await stopped
    await expect.poll(connections).toBe(0)
  })

  it('stops also while it cannot connect', async () => {
    const stop = new AbortController()
    let attempts = 0
    const stopped = listen({
      url: 'postgres://nobody:nothing@127.0.0.1:1/none',
      channel: 'unreachable',
      onConnect: () => undefined,
      onNotify: () => undefined,
      signal: stop.signal,
      log: silentLogger,
      clock: {
        now: () => 0,
        monotonic: () => 0,
        sleep: async () => {
          if (++attempts === 6) stop.abort()
        },
      },
    })
    await stopped
    expect(attempts).toBeGreaterThanOrEqual(6)
  })
})
