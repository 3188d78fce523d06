import { rootCertificates } from 'node:tls'
import { Agent, fetch as fetchByUndici, ProxyAgent, type Dispatcher } from 'undici'
import { createProxyRule, type ProxyVariables } from '../../core/outgoing/proxy-rule'

interface Outgoing {
  proxies: ProxyVariables
  /** Certificates of a company's own authorities, trusted besides the usual ones. */
  authorities?: string
}

/** `fetch` by the proxies that the variables name, which trusts `authorities` as well. */
export function createOutgoingFetch({ proxies, authorities }: Outgoing): typeof fetch {
  const rule = createProxyRule(proxies)
  const tls = authorities === undefined ? {} : { ca: [...rootCertificates, authorities] }
  const dispatchers = new Map<string | undefined, Dispatcher>()
  const open = (proxy: string | undefined) =>
    proxy === undefined
      ? new Agent({ connect: tls })
      : new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls: tls })
  const dispatcherTo = (address: URL) => {
    const proxy = rule(address)
    const dispatcher = dispatchers.get(proxy) ?? open(proxy)
    dispatchers.set(proxy, dispatcher)
    return dispatcher
  }
  // The types of both say the same in other words.
  return ((address: string | URL, init: object) =>
    fetchByUndici(address, {
      ...init,
      dispatcher: dispatcherTo(new URL(address)),
    })) as unknown as typeof fetch
}
