import { Gauge, Registry } from 'prom-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startHealthServer } from './health-server'

async function start() {
  const registry = new Registry()
  const state = { isHealthy: true, faults: ['watch Environment is silent.', 'Postgres is away.'] }
  const server = await startHealthServer({
    port: 0,
    registry,
    isHealthy: () => state.isHealthy,
    findFaults: () => state.faults,
  })
  onTestFinished(() => server.close())
  const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status
  return { registry, state, server, statusOf }
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
    const { registry, server } = await start()
    new Gauge({ name: 'things', help: 'How many there are.', registers: [registry] }).set(7)
    const response = await fetch(`${server.url}/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(await response.text()).toContain('things 7')
  })

  it('answers 404 to anything else', async () => {
    const { statusOf, server } = await start()
    expect(await statusOf('/')).toBe(404)
    expect((await fetch(`${server.url}/healthz`, { method: 'POST' })).status).toBe(404)
  })

  it('rejects when the port is taken', async () => {
    const { server, registry } = await start()
    const port = Number(new URL(server.url).port)
    await expect(startHealthServer({ port, registry })).rejects.toThrow('EADDRINUSE')
  })
})
