import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'

/** A lane of the queue: within it one waits behind the other, while lanes take turns. */
export interface Lane {
  key: string
  /** The lane of somebody who proved before who they are. However many strangers wait, they do not take the room of these. */
  isTrusted: boolean
}

/** How many may wait. */
interface Bounds {
  perLane: number
  /** Over all lanes of strangers. */
  strangers: number
  /** Over all other lanes. */
  trusted: number
}

type Job = () => Promise<void>

/** Does costly work, one thing after the other, in turns between lanes, so that whoever asks a lot waits behind themselves. */
export class PasswordQueue {
  /** The next lane to be served first; none is empty. */
  private readonly lanes = new Map<string, { lane: Lane; jobs: Job[] }>()
  private readonly waiting = { strangers: 0, trusted: 0 }
  private isRunning = false

  constructor(private readonly bounds: Bounds) {}

  /**
   * Does `work` when it is the turn of `lane`.
   *
   * @throws DomainError `unavailable`, at once, when too many wait already
   */
  run<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    const room = roomOf(lane)
    const jobs = this.lanes.get(lane.key)?.jobs ?? []
    if (jobs.length >= this.bounds.perLane || this.waiting[room] >= this.bounds[room])
      return Promise.reject(passwordsBusy())
    return new Promise<Result>((resolve, reject) => {
      jobs.push(() => work().then(resolve, reject))
      this.lanes.set(lane.key, { lane, jobs })
      this.waiting[room] += 1
      if (!this.isRunning) void this.serve()
    })
  }

  private async serve(): Promise<void> {
    this.isRunning = true
    for (let job = this.takeNext(); job; job = this.takeNext()) await job()
    this.isRunning = false
  }

  /** The first job of the lane whose turn it is, which then waits for all others. */
  private takeNext(): Job | undefined {
    for (const [key, { lane, jobs }] of this.lanes) {
      const job = jobs.shift()
      this.lanes.delete(key)
      if (jobs.length > 0) this.lanes.set(key, { lane, jobs })
      this.waiting[roomOf(lane)] -= 1
      return job
    }
    return undefined
  }
}

const roomOf = ({ isTrusted }: Lane) => (isTrusted ? 'trusted' : 'strangers')

/** The refusal of whoever would have to wait too long for a password to be looked at. */
export const passwordsBusy = () => new DomainError('unavailable', accountMessages.passwordsBusy)
