import { describe, expect, it, onTestFinished } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { startHealthServer } from './health-server'
import { LivenessBoard } from './liveness'
import { createMetrics } from './metrics'

async function start() {
  const metrics = createMetrics()
  const state = { isHealthy: true, faults: ['watch Environment is silent.', 'Postgres is away.'] }
  const server = await startHealthServer({
    port: 0,
    registry: metrics.registry,
    isHealthy: () => state.isHealthy,
    findFaults: () => state.faults,
  })
  onTestFinished(() => server.close())
  const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status
  return { metrics, state, server, statusOf }
}

describe('startHealthServer', () => {
  it('says whether the process is alive and whether it is ready to work', async () => {
    const { state, server, statusOf } = await start()
    expect(await statusOf('/healthz')).toBe(200)
    expect(await statusOf('/readyz')).toBe(503)
    expect(await (await fetch(`${server.url}/readyz`)).text()).toBe(
      'not ok\nwatch Environment is silent.\nPostgres is away.\n',
    )
    Object.assign(state, { isHealthy: false, faults: [] })
    expect(await statusOf('/healthz')).toBe(503)
    expect(await statusOf('/readyz?verbose')).toBe(200)
  })

  it('shows the metrics', async () => {
    const { metrics, server } = await start()
    const clock = new VirtualClock()
    const board = new LivenessBoard(clock)
    const watch = board.expect('mirror/Environment', 360, new AbortController().signal)
    let isHeld = true
    metrics.trackLeader(() => isHeld)
    metrics.trackLiveness(board)
    watch.progressed()
    watch.failed('away')
    await clock.advance(7000)
    metrics.observeReconcile('environment', 'success', 0.3)
    const response = await fetch(`${server.url}/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()
    expect(text).toContain('sdo_leader 1')
    expect(text).toContain('sdo_watch_silence_seconds{source="mirror/Environment"} 7')
    expect(text).toContain('sdo_watch_failing{source="mirror/Environment"} 1')
    expect(text).toContain('sdo_watch_failures_total{source="mirror/Environment"} 1')
    isHeld = false
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('sdo_leader 0')
    expect(text).toContain('sdo_reconcile_duration_seconds_bucket{le="0.5",controller="environment"} 1')
    expect(text).toContain('sdo_reconcile_duration_seconds_bucket{le="0.1",controller="environment"} 0')
  })

  it('answers 404 to anything else', async () => {
    const { statusOf, server } = await start()
    expect(await statusOf('/')).toBe(404)
    expect((await fetch(`${server.url}/healthz`, { method: 'POST' })).status).toBe(404)
  })

  it('rejects when the port is taken', async () => {
    const { server, metrics } = await start()
    const port = Number(new URL(server.url).port)
    await expect(startHealthServer({ port, registry: metrics.registry })).rejects.toThrow('EADDRINUSE')
  })
})
