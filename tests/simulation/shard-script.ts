import { setMaxListeners } from 'node:events'
import type { Agents } from '../../controller/agents/agents'
import type { Cloud } from '../../controller/cloud/cloud'
import type { Elect } from '../../controller/runtime/elect-in-thread'
import { shardCount, shardOf, type LeadShard } from '../../controller/runtime/shard'
import type { ResourceStore } from '../../controller/store/store'

interface Term {
  holder: string
  isHeld: boolean
  losing: AbortController
  ended: Promise<void>
}

interface Ports {
  store: ResourceStore
  cloud: Cloud
  agents: Agents
}

/** An election by the script of a test: which process holds which shard, and what each did to an account of which it held none. */
export class ShardScript {
  private readonly leads = new Map<string, LeadShard>()
  private readonly terms = new Map<number, Term>()
  /** The end of the last term of each process and shard. */
  private readonly ended = new Map<string, Promise<void>>()
  /** Ids of the AWS accounts of things, by what they are called outside. */
  private readonly accounts = new Map<string, string>()
  private readonly dead = new Set<string>()
  /** Calls to what another holds, or nobody. */
  readonly trespasses: string[] = []
  /** How often each process acted. */
  readonly calls = new Map<string, number>()

  /** `names` are of what is in the account: its number, and ids of rows. */
  know(awsAccount: string, ...names: string[]): void {
    for (const name of [awsAccount, ...names]) this.accounts.set(name, awsAccount)
  }

  /** What a controller of this name is started with. */
  readonly elect =
    (holder: string): Elect =>
    async (_options, lead, signal) => {
      this.leads.set(holder, lead)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      const own = [...this.terms.values()].filter((term) => term.holder === holder)
      for (const { losing } of own) losing.abort()
      await Promise.all(own.map(({ ended }) => ended))
    }

  /** Gives the shard to another, once who had it has let go. */
  async hand(shard: number, holder: string): Promise<void> {
    const before = this.terms.get(shard)
    before?.losing.abort()
    await before?.ended
    await this.begin(shard, holder)
  }

  /** Gives the shard to another, while who had it is in the middle of its work and hears of it only later. */
  async lose(shard: number, holder: string): Promise<void> {
    const before = this.terms.get(shard)
    if (before) before.isHeld = false
    setTimeout(() => before?.losing.abort(), 20)
    await this.begin(shard, holder)
  }

  /** From now on nothing that the process calls has any effect. */
  die(holder: string): void {
    this.dead.add(holder)
  }

  heldBy(holder: string): number[] {
    return [...this.terms].flatMap(([shard, term]) => (term.holder === holder ? shard : []))
  }

  static readonly shards = Array.from({ length: shardCount }, (_element, shard) => shard)

  /** The ports of a process, whose every act is compared with what it holds. */
  observe(holder: string, { store, cloud, agents }: Ports): Ports {
    return {
      store: this.wrap(store, (method, [, subject]) => {
        this.requireLife(holder)
        if (writes.has(method)) this.note(holder, nameOf(subject), `store.${method}`)
      }),
      cloud: {
        account: (access) =>
          this.wrap(cloud.account(access), (method) => {
            this.requireLife(holder)
            this.note(holder, access.accountNumber, `cloud.${method}`)
          }),
      },
      agents: this.wrap(agents, () => this.requireLife(holder)),
    }
  }

  private async begin(shard: number, holder: string): Promise<void> {
    // A process can win a shard again only when its work on it has ended.
    await this.ended.get(`${holder}/${shard}`)
    const losing = new AbortController()
    setMaxListeners(0, losing.signal)
    const term: Term = { holder, isHeld: true, losing, ended: Promise.resolve() }
    this.terms.set(shard, term)
    const lead = this.leads.get(holder)
    if (!lead) throw new Error(`There is no controller ${holder}.`)
    term.ended = lead(shard, losing.signal, () => term.isHeld)
    this.ended.set(`${holder}/${shard}`, term.ended)
  }

  private requireLife(holder: string): void {
    if (this.dead.has(holder)) throw new Error('The controller is dead.')
  }

  private note(holder: string, name: string, what: string): void {
    const awsAccount = this.accounts.get(name)
    if (awsAccount === undefined) return
    const present = this.terms.get(shardOf(awsAccount))
    this.calls.set(holder, (this.calls.get(holder) ?? 0) + 1)
    if (present?.holder !== holder || !present.isHeld)
      this.trespasses.push(`${holder} ${what} ${name}, which ${present?.holder} holds`)
  }

  /** Calls `before` at each call, however deep. */
  private wrap<T extends object>(target: T, before: (method: string, parameters: unknown[]) => void): T {
    return new Proxy(target, {
      get: (object, property) => {
        const value: unknown = Reflect.get(object, property)
        if (typeof value === 'function')
          return (...parameters: unknown[]) => {
            before(String(property), parameters)
            return Reflect.apply(value, object, parameters) as unknown
          }
        return typeof value === 'object' && value !== null ? this.wrap(value, before) : value
      },
    })
  }
}

const writes = new Set([
  'apply',
  'annotate',
  'requestDelete',
  'replaceStatus',
  'dropFinalizer',
  'removeAnnotation',
])

const nameOf = (subject: unknown): string => {
  if (typeof subject === 'string') return subject
  const { name, metadata } = subject as { name?: string; metadata?: { name: string } }
  return name ?? metadata?.name ?? ''
}
