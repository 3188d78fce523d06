import { ownerTag, ownerValue, type Tags } from '../../core/aws/ownership'
import type { Clock } from '../../core/time/clock'
import { copyData } from '../runtime/copy-data'
import type { AccountAccess, CloudAccount, Tagged } from './cloud'

/** A list of all that is ours of one kind in an account, which was asked for once. */
interface Look {
  answer: Promise<Tagged[]>
  /** When it was asked for, by the clock that is never set. */
  began: number
  /** How much had been written to its port by then. */
  writes: number
  /** Who had it already. */
  readonly seenBy: Set<string>
}

/** What is known of one account, by port. */
type Ports = Map<string, { writes: number; looks: Map<string, Look> }>

/** Who asks, and how old an answer may be. */
interface Asker {
  name: string
  longestMilliseconds: number
}

/** Calls that change nothing; every other one counts as a write. */
const reading = /^(list|get|find|describe|has|current|sum|quota|count|own|dryRun|receive)/

/** What two askers may share: a list by tags, one of which says that it is ours. */
const isByOwner = (name: string, parameters: unknown[]): parameters is [Tags] =>
  name.startsWith('list') &&
  parameters.length === 1 &&
  (parameters[0] as Partial<Tags> | undefined)?.[ownerTag] === ownerValue

/**
 * Lists by tags, asked for once for all environments of an account: of everything that is ours, of which each gets what carries its tags.
 * Nobody gets the same answer twice, so that each look of an environment is newer than its last one, and none is from before a write
 * through here to the same port. Any list by tags of any port is shared so.
 */
export class SharedLooks {
  private readonly accounts = new Map<string, Ports>()

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** The account, whose lists may be those that others asked for. Without `asker` none is; writes are noted all the same. */
  open(account: CloudAccount, access: AccountAccess, asker?: Asker): CloudAccount {
    const ports = this.portsOf(access)
    return new Proxy(account, {
      get: (target, name): unknown => {
        const port: unknown = Reflect.get(target, name)
        return typeof port === 'object' && port !== null && typeof name === 'string'
          ? this.openPort(port, name, ports, asker)
          : port
      },
    })
  }

  /** Something happened in the account that no write of ours brought about: whoever asks from now on gets a new answer. */
  distrust(access: AccountAccess): void {
    for (const port of this.portsOf(access).values()) port.writes += 1
  }

  private portsOf({ accountNumber, externalId }: AccountAccess): Ports {
    const key = JSON.stringify([accountNumber, externalId])
    const ports: Ports = this.accounts.get(key) ?? new Map()
    this.accounts.set(key, ports)
    return ports
  }

  private openPort(port: object, portName: string, ports: Ports, asker: Asker | undefined): object {
    const state = ports.get(portName) ?? { writes: 0, looks: new Map<string, Look>() }
    ports.set(portName, state)
    return new Proxy(port, {
      get: (target, name): unknown => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function' || typeof name !== 'string') return member
        return (...parameters: unknown[]): unknown => {
          const call = (...given: unknown[]): unknown => Reflect.apply(member, target, given)
          if (asker && isByOwner(name, parameters))
            return this.share(state, name, parameters[0], asker, call as (tags: Tags) => Promise<Tagged[]>)
          if (reading.test(name)) return call(...parameters)
          state.writes += 1
          const written = () => void (state.writes += 1)
          const result = call(...parameters)
          // Also of one that failed nobody knows what became of it.
          if (result instanceof Promise) result.then(written, written)
          return result
        }
      },
    })
  }

  private async share(
    state: { writes: number; looks: Map<string, Look> },
    name: string,
    tags: Tags,
    asker: Asker,
    list: (tags: Tags) => Promise<Tagged[]>,
  ): Promise<Tagged[]> {
    const { looks, writes } = state
    const now = this.clock.monotonic()
    const known = looks.get(name)
    const isUseful =
      known?.writes === writes &&
      now - known.began <= asker.longestMilliseconds &&
      !known.seenBy.has(asker.name)
    const look: Look = isUseful
      ? known
      : { answer: list({ [ownerTag]: ownerValue }), began: now, writes, seenBy: new Set() }
    looks.set(name, look)
    look.seenBy.add(asker.name)
    try {
      const all = await look.answer
      const wanted = Object.entries(tags)
      return copyData(all.filter((one) => wanted.every(([key, value]) => one.tags[key] === value)))
    } catch (error) {
      if (looks.get(name) === look) looks.delete(name)
      throw error
    }
  }
}
