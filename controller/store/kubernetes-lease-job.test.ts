import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { electInThread } from '../runtime/elect-in-thread'
import { shardCount } from '../runtime/shard'
import type { LeaseJob } from './kubernetes-lease-job'

interface KubernetesLease {
  metadata: { name: string; resourceVersion?: string }
  spec: { holderIdentity?: string }
}

/** An API server that has leases. */
async function serveLeases() {
  const seen: { path: string; name: string; holder: string | undefined }[] = []
  const leases = new Map<string, KubernetesLease>()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      let answer: object = { items: [...leases.values()] }
      if (request.method !== 'GET') {
        const lease = JSON.parse(body) as KubernetesLease
        lease.metadata.resourceVersion = String(seen.length)
        leases.set(lease.metadata.name, lease)
        seen.push({
          path: request.url ?? '',
          name: lease.metadata.name,
          holder: lease.spec.holderIdentity,
        })
        answer = lease
      }
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(answer))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('takes, renews and gives back leases of Kubernetes in a thread of its own', async () => {
  const { seen, url } = await serveLeases()
  const folder = await mkdtemp(join(tmpdir(), 'lease-job-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(
    join(folder, 'config'),
    JSON.stringify({
      clusters: [{ name: 'one', cluster: { server: url, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'one', user: {} }],
      contexts: [{ name: 'one', context: { cluster: 'one', user: 'one' } }],
      'current-context': 'one',
    }),
  )
  vi.stubEnv('KUBECONFIG', join(folder, 'config'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const elect = electInThread<LeaseJob>({
    module: new URL('./kubernetes-lease-job', import.meta.url),
    given: { namespace: 'sdo', logLevel: 'silent' },
  })
  const stop = new AbortController()
  const writesOf = (wanted: string) => seen.filter(({ name }) => name === wanted)
  const options = { identity: 'a', log: silentLogger, retrySeconds: 0.05 }
  await elect(
    options,
    async (shard, signal, isHeld) => {
      if (shard > 0)
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      await expect
        .poll(() => writesOf('sdo-controller-shard-0').length, { timeout: 10_000 })
        .toBeGreaterThan(2)
      expect(isHeld()).toBe(true)
      stop.abort()
    },
    stop.signal,
  )
  const path = '/apis/coordination.k8s.io/v1/namespaces/sdo/leases'
  expect(seen[0]).toEqual({ path, name: 'sdo-controller', holder: 'sdo-shards' })
  for (let shard = 0; shard < shardCount; shard++) {
    const name = `sdo-controller-shard-${shard}`
    const writes = writesOf(name)
    expect(writes[0]).toEqual({ path, name, holder: 'a' })
    expect(writes[1]).toEqual({ path: `${path}/${name}`, name, holder: 'a' })
    expect(writes.at(-1)).toEqual({ path: `${path}/${name}`, name, holder: undefined })
  }
})
