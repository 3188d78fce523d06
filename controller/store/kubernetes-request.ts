import { request, type RequestOptions } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import type { KubeConfig } from '@kubernetes/client-node'

const connectMilliseconds = 30_000

/**
 * Opens a request whose answer does not end soon. The client's own Watch hangs for ever on a half-open connection
 * and cannot be ended from outside.
 *
 * @param signal ends the request at any time; reading the answer then throws its reason
 */
export async function openStream(
  kubeConfig: KubeConfig,
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const server = kubeConfig.getCurrentCluster()?.server
  if (!server) throw new Error('The Kubernetes configuration names no cluster.')
  const url = new URL(`${server.replace(/\/$/, '')}${path}?${new URLSearchParams(query)}`)
  const options: RequestOptions = {}
  await kubeConfig.applyToHTTPSOptions(options)
  return new Promise((resolve, reject) => {
    const opened = request(url, { ...options, signal, timeout: connectMilliseconds })
    opened.once('timeout', () => opened.destroy(new Error(`${url.host} did not answer.`)))
    opened.once('error', reject)
    opened.once('response', (response) => {
      // From now on silence is normal; a peer that is gone without a word is noticed by keep-alive probes.
      opened.setTimeout(0)
      opened.setSocketKeepAlive(true, connectMilliseconds)
      resolve(response)
    })
    opened.end()
  })
}

/** Kubernetes keeps no object larger than this, and says each in one line. */
const longestLine = 4 * 1024 * 1024

/** The values of line-delimited JSON. @throws when the connection breaks, or for a line without end */
export async function* readJsonLines(stream: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw new Error('The Kubernetes API sent a line without end.')
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
  }
}

const refusalBytes = 64_000

/** The beginning of an answer that says why the request was refused. */
export async function readRefusal(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= refusalBytes) break
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, refusalBytes)
}
