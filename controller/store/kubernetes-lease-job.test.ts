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
import type { LeaseJob } from './kubernetes-lease-job'

interface KubernetesLease {
  metadata: { resourceVersion?: string }
  spec: { holderIdentity?: string }
}

/** An API server that has one lease. */
async function serveLease() {
  const seen: { path: string; holder: string | undefined }[] = []
  let lease: KubernetesLease | undefined
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'GET') {
        lease = JSON.parse(body) as KubernetesLease
        lease.metadata.resourceVersion = String(seen.length)
        seen.push({ path: request.url ?? '', holder: lease.spec.holderIdentity })
      }
      response.writeHead(lease ? 200 : 404, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(lease ?? { kind: 'Status', code: 404 }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('takes, renews and gives back a lease of Kubernetes in a thread of its own', async () => {
  const { seen, url } = await serveLease()
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
  const options = { name: 'sdo-controller', identity: 'a', log: silentLogger, retrySeconds: 0.05 }
  await elect(
    options,
    async (_signal, isHeld) => {
      await expect.poll(() => seen.length, { timeout: 10_000 }).toBeGreaterThan(3)
      expect(isHeld()).toBe(true)
      stop.abort()
    },
    stop.signal,
  )
  const path = '/apis/coordination.k8s.io/v1/namespaces/sdo/leases'
  expect(seen[0]).toEqual({ path, holder: 'a' })
  expect(seen[1]).toEqual({ path: `${path}/sdo-controller`, holder: 'a' })
  expect(seen.at(-1)).toEqual({ path: `${path}/sdo-controller`, holder: undefined })
})
