import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../core/time/clock'
import {
  CloudError,
  isCname,
  mostRecordChanges,
  type AccountAccess,
  type Cloud,
  type RecordChange,
  type ZoneRecord,
} from '../cloud/cloud'
import { RecentMap } from '../runtime/recent-map'
import { Paces, type Pace } from './pace'
import { Unsynced } from './unsynced'

/** A zone, and how its account is entered. */
export interface ZoneAddress {
  access: AccountAccess
  zoneId: string
}

export interface Listing {
  /** Time at which it was asked for: later changes may not be in it. */
  epoch: number
  recordsAt(name: string): ZoneRecord[]
}

interface Waiting {
  changes: RecordChange[]
  sinceEpoch: number
}
type Batch = [owner: string, waiting: Waiting][]
type Outcome = { changes: RecordChange[] } & ({ changeId: string } | { error: unknown })

interface ZoneState {
  readonly waiting: Map<string, Waiting>
  /** Halves of what was refused, which have yet to be tried: joined again they would be refused again. */
  readonly suspects: Batch[]
  readonly outcomes: Map<string, Outcome>
  isSending: boolean
  listing: Listing | undefined
  isListing: boolean
}

interface ChangeState {
  accountNumber: string
  isInSync: boolean
  /** Absent where another controller made it, and nobody here knows how old it is. */
  madeEpoch?: number
  askedEpoch: number
}

/** Window within which changes are put into one call. */
const windowMilliseconds = 100
/** How often a change is asked about up to each age: few are through at once, and then none for some seconds. */
const askMilliseconds = [
  { untilAge: 2000, every: 500 },
  { untilAge: 10_000, every: 2000 },
  { untilAge: Infinity, every: 500 },
]
/** Share of the time a change takes after which one that was not through is asked about again. */
const againShare = 1 / 5
/** More under way come to their end before others begin. */
const manyUnderWay = 20
const recordsPerPage = 300
/** Changes that are remembered; whoever asks about an older one has AWS asked. */
const mostRemembered = 1000

/**
 * The records of hosted zones, for all environments at once: what several ask for within a moment goes in one call, and what one reads
 * the others need not. Nobody waits here: who is told nothing yet asks again. All of it may be forgotten at any time.
 */
export class ZoneRecords {
  private readonly zones = new Map<string, ZoneState>()
  private readonly changes = new RecentMap<string, ChangeState>(mostRemembered)
  private readonly unsynced = new Map<string, Unsynced>()

  constructor(
    private readonly cloud: Cloud,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly paces = new Paces(clock),
  ) {}

  /**
   * Has changes made, all of `owner`'s or none. They are of one type: the role allows no call that changes addresses and validations.
   *
   * @returns the change of AWS; undefined while it is on its way
   * @throws CloudError, once, if they were refused
   */
  async submit(zone: ZoneAddress, owner: string, changes: RecordChange[]): Promise<string | undefined> {
    const state = this.stateOf(zone, changes.some(({ record }) => isCname(record)) ? 'CNAME' : 'A')
    const told = this.tell(state, owner, changes)
    if (told !== undefined) return told
    if (!isDeepStrictEqual(findWaiting(state, owner)?.changes, changes)) {
      for (const batch of state.suspects) removeFrom(batch, owner)
      state.waiting.set(owner, { changes, sinceEpoch: this.clock.now() })
    }
    const [oldest] = state.waiting.values()
    const isDue = oldest !== undefined && this.clock.now() - oldest.sinceEpoch >= windowMilliseconds
    if (state.isSending || (!isDue && state.suspects.length === 0)) return undefined
    state.isSending = true
    try {
      await this.sendAll(zone, state)
    } finally {
      state.isSending = false
    }
    return this.tell(state, owner, changes)
  }

  /** Whether every name server knows a change, as far as was asked. @throws CloudError */
  async isInSync({ access }: ZoneAddress, changeId: string): Promise<boolean> {
    const now = this.clock.now()
    const change = this.changes.get(changeId) ?? {
      accountNumber: access.accountNumber,
      isInSync: false,
      askedEpoch: 0,
    }
    this.remember(changeId, change)
    const purpose = change.isInSync ? undefined : this.purposeOfAsking(change, now)
    if (purpose === undefined || !this.paceOf(access).take(purpose)) return change.isInSync
    change.askedEpoch = now
    change.isInSync = await this.cloud.account(access).dns.isInSync(changeId)
    if (change.madeEpoch !== undefined) this.unsyncedOf(access).learn(now - change.madeEpoch, change.isInSync)
    this.remember(changeId, change)
    return change.isInSync
  }

  /** Purpose of asking about a change: one that is likely to be through is asked about at once, others with what nobody else needs. */
  private purposeOfAsking(
    { accountNumber, madeEpoch = 0, askedEpoch }: ChangeState,
    now: number,
  ): 'change' | 'look' | undefined {
    const { worthwhileMs } = this.unsyncedOf({ accountNumber })
    const age = now - madeEpoch
    const wasAskedEarly = askedEpoch - madeEpoch < worthwhileMs
    if (age >= worthwhileMs && (wasAskedEarly || now - askedEpoch >= worthwhileMs * againShare))
      return 'change'
    const { every = 0 } = askMilliseconds.find(({ untilAge }) => age < untilAge) ?? {}
    return now - askedEpoch >= every ? 'look' : undefined
  }

  /**
   * Records of the zone as of `sinceEpoch` or later; undefined while somebody reads it, or there were many calls lately. Who settles a
   * change that was refused goes first: else it would only be tried, and refused, again.
   * @throws CloudError
   */
  async list(
    zone: ZoneAddress,
    sinceEpoch: number,
    purpose: 'look' | 'settle' = 'look',
  ): Promise<Listing | undefined> {
    const state = this.stateOf(zone)
    if (state.listing && state.listing.epoch >= sinceEpoch) return state.listing
    const pace = this.paceOf(zone.access)
    if (state.isListing || !pace.take(purpose)) return undefined
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

  /** Sends waiting changes as long as the pace allows; the rest goes when somebody asks again. */
  private async sendAll(zone: ZoneAddress, state: ZoneState): Promise<void> {
    const pace = this.paceOf(zone.access)
    for (;;) {
      const isAnyLeft = state.suspects.length > 0 || state.waiting.size > 0
      const isMuchUnderWay = this.unsyncedOf(zone.access).count > manyUnderWay
      if (!isAnyLeft || !pace.take(isMuchUnderWay ? 'yield' : 'change')) return
      await this.send(zone, state, state.suspects.pop() ?? takeBatch(state))
    }
  }

  /** A batch that AWS refuses has at least one owner to blame: halves find out who, and the others get what they want. */
  private async send(zone: ZoneAddress, state: ZoneState, batch: Batch): Promise<void> {
    if (batch.length === 0) return
    try {
      const all = batch.flatMap(([, { changes }]) => changes)
      const changeId = await this.cloud.account(zone.access).dns.changeRecords(zone.zoneId, all)
      this.remember(changeId, this.newChange(zone.access))
      for (const [owner, { changes }] of batch) state.outcomes.set(owner, { changes, changeId })
    } catch (error) {
      const isSomebodysFault = error instanceof CloudError && error.kind === 'invalid'
      if (isSomebodysFault && batch.length > 1) {
        const middle = Math.ceil(batch.length / 2)
        state.suspects.push(batch.slice(middle), batch.slice(0, middle))
      } else for (const [owner, { changes }] of batch) state.outcomes.set(owner, { changes, error })
    }
  }

  /** Tells the outcome of exactly these changes, once. */
  private tell(state: ZoneState, owner: string, changes: RecordChange[]): string | undefined {
    const outcome = state.outcomes.get(owner)
    state.outcomes.delete(owner)
    if (!outcome || !isDeepStrictEqual(outcome.changes, changes)) return undefined
    if ('error' in outcome) throw outcome.error
    return outcome.changeId
  }

  private newChange({ accountNumber }: AccountAccess): ChangeState {
    const now = this.clock.now()
    return { accountNumber, isInSync: false, madeEpoch: now, askedEpoch: now }
  }

  private remember(changeId: string, change: ChangeState): void {
    this.noteUnsynced(changeId, change, !change.isInSync)
    const forgotten = this.changes.keep(changeId, change)
    if (forgotten) this.noteUnsynced(...forgotten, false)
  }

  private noteUnsynced(changeId: string, { accountNumber }: ChangeState, isUnsynced: boolean): void {
    const unsynced = this.unsyncedOf({ accountNumber })
    if (isUnsynced) unsynced.add(changeId)
    else unsynced.remove(changeId)
  }

  private unsyncedOf({ accountNumber }: Pick<AccountAccess, 'accountNumber'>): Unsynced {
    const unsynced = this.unsynced.get(accountNumber) ?? new Unsynced(this.clock)
    this.unsynced.set(accountNumber, unsynced)
    return unsynced
  }

  /** State of a zone by type, since changes of each wait apart; listings are in the first. */
  private stateOf({ access, zoneId }: ZoneAddress, type: 'A' | 'CNAME' = 'A'): ZoneState {
    const key = `${access.accountNumber}/${access.externalId}/${zoneId}/${type}`
    const state = this.zones.get(key) ?? {
      waiting: new Map<string, Waiting>(),
      suspects: [],
      outcomes: new Map<string, Outcome>(),
      isSending: false,
      listing: undefined,
      isListing: false,
    }
    this.zones.set(key, state)
    return state
  }

  private paceOf({ accountNumber }: AccountAccess): Pace {
    return this.paces.of(accountNumber)
  }
}

/** Takes as many owners as fit into one call, those that have waited longest first. */
function takeBatch({ waiting }: ZoneState): Batch {
  const batch: Batch = []
  let size = 0
  for (const [owner, one] of waiting) {
    size += one.changes.length
    if (size > mostRecordChanges && batch.length > 0) break
    batch.push([owner, one])
    waiting.delete(owner)
  }
  return batch
}

const findWaiting = ({ waiting, suspects }: ZoneState, owner: string): Waiting | undefined =>
  waiting.get(owner) ?? suspects.flat().find(([other]) => other === owner)?.[1]

function removeFrom(batch: Batch, owner: string): void {
  const index = batch.findIndex(([other]) => other === owner)
  if (index >= 0) batch.splice(index, 1)
}

function groupByName(records: ZoneRecord[]): Map<string, ZoneRecord[]> {
  const byName = new Map<string, ZoneRecord[]>()
  for (const record of records) byName.set(record.name, [...(byName.get(record.name) ?? []), record])
  return byName
}
