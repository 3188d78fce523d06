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

/** The values of line-delimited JSON. @throws when the connection breaks */
export async function* readJsonLines(stream: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
  }
}
