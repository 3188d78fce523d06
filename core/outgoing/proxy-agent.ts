import { Agent, type AgentOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { HttpsProxyAgent } from 'hpagent'
import type { ProxyRule } from './proxy-rule'

/** A part of Node that its types leave out. */
interface Connecting {
  createConnection(options: ConnectionOptions, done: ConnectionDone): Duplex | undefined
}
interface ConnectionOptions {
  host: string
  port: number | string
}
type ConnectionDone = (error: Error | null, socket: Duplex) => void

/** Opens https connections as `rule` says, each directly or through a tunnel of its proxy, which sees no content. */
export class ProxyAgent extends Agent {
  constructor(
    private readonly rule: ProxyRule,
    options: AgentOptions = {},
  ) {
    super(options)
  }

  override createConnection(options: ConnectionOptions, done: ConnectionDone): Duplex | undefined {
    const host = options.host.includes(':') ? `[${options.host}]` : options.host
    const proxy = this.rule(new URL(`https://${host}:${options.port}`))
    const way = proxy === undefined ? (Agent.prototype as unknown as Connecting) : tunnelOf(proxy)
    return way.createConnection.call(proxy === undefined ? this : way, options, done)
  }
}

const tunnelOf = (proxy: string) => new HttpsProxyAgent({ proxy }) as unknown as Connecting
