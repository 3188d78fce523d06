import { once } from 'node:events'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { rootCertificates } from 'node:tls'
import { ProxyAgent } from '../../core/outgoing/proxy-agent'
import { createProxyRule, readProxyVariables } from '../../core/outgoing/proxy-rule'
import { readAuthorities } from '../api/read-authorities'

interface Connections {
  /** The variables of the job, which name proxies. */
  environment: Record<string, string | undefined>
  /** Certificates of a company's own authorities, trusted besides the usual ones. */
  caFile?: string
}

interface Sent {
  method: string
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}

interface Answer {
  status: number
  headers: Headers
  text: string
}

/**
 * How the GitHub action makes requests: by the proxies and authorities that the command line goes by. It follows no redirect.
 *
 * @throws CliError for a file without certificates
 */
export function createSend({ environment, caFile }: Connections) {
  const agent = new ProxyAgent(createProxyRule(readProxyVariables(environment)), {
    ...(caFile !== undefined && { ca: [...rootCertificates, readAuthorities(caFile)] }),
  })
  return async (address: URL, { body, ...options }: Sent): Promise<Answer> => {
    const request =
      address.protocol === 'https:'
        ? requestHttps(address, { ...options, agent })
        : // Nothing but programs on this machine is asked like this.
          requestHttp(address, options)
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const headers = new Headers()
    for (const [name, values = []] of Object.entries(response.headersDistinct))
      for (const value of values) headers.append(name, value)
    return { status: response.statusCode ?? 0, headers, text: await text(response) }
  }
}
