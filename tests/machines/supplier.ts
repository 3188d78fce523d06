import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificate } from '../../agent/credentials/certificate'
import { buildAgentBundles } from '../../standalone/build-agent-bundles.mjs'
import { serveImages, type PublishedImage } from '../docker/image-registry'

/** The address of this machine at which instances of the tests find it. */
export const supplierAddress = '172.29.98.1'

/** What instances fetch from elsewhere: the bundle of the agent, and images from a registry. */
export interface Supplier {
  bundleUrl: string
  bundleSha256: string
  /** Of the registry, as the name of an image begins: without a port, which the name of an image in SDO cannot have. */
  registry: string
  /** In PEM: what the instances have to trust. */
  certificate: string
  stop(): Promise<void>
}

/** Serves both over HTTPS, at an address that this machine gets for as long as it runs. Needs root. */
export async function startSupplier(images: PublishedImage[]): Promise<Supplier> {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-supplier-'))
  await buildAgentBundles(folder, ['amd64'], 1)
  const bundle = join(folder, 'agent-linux-amd64.tar.gz')
  const { cert, key } = await createCertificate(supplierAddress, Date.now())
  const answerImages = await serveImages(images)
  const server = createServer({ cert, key }, (request, response) => {
    if (request.url === '/agent.tar.gz') createReadStream(bundle).pipe(response)
    else answerImages(request, response)
  })
  changeAddress('replace')
  server.listen(443, supplierAddress)
  await once(server, 'listening')
  return {
    bundleUrl: `https://${supplierAddress}/agent.tar.gz`,
    bundleSha256: readFileSync(`${bundle}.sha256`, 'utf8').trim(),
    registry: supplierAddress,
    certificate: cert,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      changeAddress('delete')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function changeAddress(how: 'replace' | 'delete'): void {
  const { status, stderr } = spawnSync('ip', ['address', how, `${supplierAddress}/32`, 'dev', 'lo'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`This machine did not get the address ${supplierAddress}: ${stderr}`)
}
