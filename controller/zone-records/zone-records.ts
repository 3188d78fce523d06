import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../core/time/clock'
import {
  CloudError,
  mostRecordChanges,
  type AccountAccess,
  type Cloud,
  type RecordChange,
  type ZoneRecord,
} from '../cloud/cloud'
import { Pace } from './pace'

/** A zone, and how its account is entered. */
export interface ZoneAddress {
  access: AccountAccess
  zoneId: string
}

export interface Listing {
  /** When it was asked for: what was changed later may not be in it. */
  epoch: number
  recordsAt(name: string): ZoneRecord[]
}

interface Waiting {
  changes: RecordChange[]
  sinceEpoch: number
}
type Outcome = { changes: RecordChange[] } & ({ changeId: string } | { error: unknown })

interface ZoneState {
  readonly waiting: Map<string, Waiting>
  readonly outcomes: Map<string, Outcome>
  isSending: boolean
  listing: Listing | undefined
  isListing: boolean
}

interface ChangeState {
  isInSync: boolean
  madeEpoch: number
  askedEpoch: number
}

/** What is asked for within this time goes in one call. */
const windowMilliseconds = 100
/** A change is asked about so often while it is young, and later. */
const askMilliseconds = { young: 500, old: 2000 }
const youngMilliseconds = 10_000
const recordsPerPage = 300
/** Changes that are remembered; whoever asks about an older one has AWS asked. */
const mostRemembered = 1000

/**
 * The records of hosted zones, for all environments at once: what several ask for within a moment goes in one call, and what one reads
 * the others need not. Nobody waits here: who is told nothing yet asks again. All of it may be forgotten at any time.
 */
export class ZoneRecords {
  private readonly zones = new Map<string, ZoneState>()
  private readonly paces = new Map<string, Pace>()
  private readonly changes = new Map<string, ChangeState>()

  constructor(
    private readonly cloud: Cloud,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Has changes made, all of `owner`'s or none.
   *
   * @returns the change of AWS; undefined while it is on its way
   * @throws CloudError, once, if they were refused
   */
  async submit(zone: ZoneAddress, owner: string, changes: RecordChange[]): Promise<string | undefined> {
    const state = this.stateOf(zone)
    const present = state.waiting.get(owner)
    if (!isDeepStrictEqual(present?.changes, changes)) {
      const told = this.tell(state, owner, changes)
      if (told !== undefined) return told
      state.waiting.set(owner, { changes, sinceEpoch: present?.sinceEpoch ?? this.clock.now() })
    }
    const oldest = Math.min(...[...state.waiting.values()].map(({ sinceEpoch }) => sinceEpoch))
    if (state.isSending || this.clock.now() - oldest < windowMilliseconds) return undefined
    state.isSending = true
    try {
      await this.send(zone, state, takeBatch(state))
    } finally {
      state.isSending = false
    }
    return this.tell(state, owner, changes)
  }

  /** Whether every name server knows a change, as far as was asked. @throws CloudError */
  async isInSync({ access }: ZoneAddress, changeId: string): Promise<boolean> {
    const now = this.clock.now()
    const change = this.changes.get(changeId) ?? { isInSync: false, madeEpoch: now, askedEpoch: 0 }
    this.remember(changeId, change)
    const pause = now - change.madeEpoch < youngMilliseconds ? askMilliseconds.young : askMilliseconds.old
    if (change.isInSync || now - change.askedEpoch < pause) return change.isInSync
    if (!this.paceOf(access).take('change')) return false
    change.askedEpoch = now
    change.isInSync = await this.cloud.account(access).dns.isInSync(changeId)
    return change.isInSync
  }

  /** What the zone holds, as of `sinceEpoch` or later; undefined while somebody reads it, or there were many calls lately. @throws CloudError */
  async list(zone: ZoneAddress, sinceEpoch: number): Promise<Listing | undefined> {
    const state = this.stateOf(zone)
    if (state.listing && state.listing.epoch >= sinceEpoch) return state.listing
    const pace = this.paceOf(zone.access)
    if (state.isListing || !pace.take('look')) return undefined
    state.isListing = true
    try {
      const epoch = this.clock.now()
      const records = await this.cloud.account(zone.access).dns.listRecords(zone.zoneId)
      pace.charge(Math.floor(records.length / recordsPerPage))
      const byName = groupByName(records)
      state.listing = { epoch, recordsAt: (name) => byName.get(name) ?? [] }
      return state.listing
    } finally {
      state.isListing = false
    }
  }

  /** A batch that AWS refuses has at least one owner to blame: halves find out who, and the others get what they want. */
  private async send(zone: ZoneAddress, state: ZoneState, batch: [string, Waiting][]): Promise<void> {
    if (batch.length === 0) return
    if (!this.paceOf(zone.access).take('change')) {
      for (const [owner, waiting] of batch) if (!state.waiting.has(owner)) state.waiting.set(owner, waiting)
      return
    }
    try {
      const all = batch.flatMap(([, { changes }]) => changes)
      const changeId = await this.cloud.account(zone.access).dns.changeRecords(zone.zoneId, all)
      this.remember(changeId, { isInSync: false, madeEpoch: this.clock.now(), askedEpoch: this.clock.now() })
      for (const [owner, { changes }] of batch) state.outcomes.set(owner, { changes, changeId })
    } catch (error) {
      const isSomebodysFault = error instanceof CloudError && error.kind === 'invalid'
      if (isSomebodysFault && batch.length > 1) {
        const middle = Math.ceil(batch.length / 2)
        await this.send(zone, state, batch.slice(0, middle))
        await this.send(zone, state, batch.slice(middle))
      } else for (const [owner, { changes }] of batch) state.outcomes.set(owner, { changes, error })
    }
  }

  /** What became of exactly these changes, once. */
  private tell(state: ZoneState, owner: string, changes: RecordChange[]): string | undefined {
    const outcome = state.outcomes.get(owner)
    state.outcomes.delete(owner)
    if (!outcome || !isDeepStrictEqual(outcome.changes, changes)) return undefined
    if ('error' in outcome) throw outcome.error
    return outcome.changeId
  }

  private remember(changeId: string, change: ChangeState): void {
    this.changes.delete(changeId)
    this.changes.set(changeId, change)
    const [oldest] = this.changes.keys()
    if (this.changes.size > mostRemembered && oldest !== undefined) this.changes.delete(oldest)
  }

  private stateOf({ access, zoneId }: ZoneAddress): ZoneState {
    const key = `${access.accountNumber}/${access.externalId}/${zoneId}`
    const state = this.zones.get(key) ?? {
      waiting: new Map<string, Waiting>(),
      outcomes: new Map<string, Outcome>(),
      isSending: false,
      listing: undefined,
      isListing: false,
    }
    this.zones.set(key, state)
    return state
  }

  private paceOf({ accountNumber }: AccountAccess): Pace {
    const pace = this.paces.get(accountNumber) ?? new Pace(this.clock)
    this.paces.set(accountNumber, pace)
    return pace
  }
}

/** Takes as many owners as fit into one call, those that have waited longest first. */
function takeBatch({ waiting }: ZoneState): [string, Waiting][] {
  const batch: [string, Waiting][] = []
  let size = 0
  for (const [owner, one] of waiting) {
    size += one.changes.length
    if (size > mostRecordChanges && batch.length > 0) break
    batch.push([owner, one])
    waiting.delete(owner)
  }
  return batch
}

function groupByName(records: ZoneRecord[]): Map<string, ZoneRecord[]> {
  const byName = new Map<string, ZoneRecord[]>()
  for (const record of records) byName.set(record.name, [...(byName.get(record.name) ?? []), record])
  return byName
}
