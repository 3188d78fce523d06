import type { Clock } from '../../core/time/clock'

/** Both sides as they were seen last; absent: never, or gone. */
interface Sides {
  /** Of the row. */
  revision?: string
  /** Of the resource. */
  resourceVersion?: string
  /** Whether the row waits for its turn. */
  isPending?: boolean
  /** Whether the resource means something else as time passes. */
  isTimely?: boolean
  /** Name of the AWS account that both are in. */
  awsAccount?: string
  /** Key of another that is in the same account, where nobody said yet in which. */
  sameAccountAs?: string
}

interface Known extends Sides {
  /** What both sides were when they were last brought into agreement, and until when that is believed. */
  agreed?: Pick<Sides, 'revision' | 'resourceVersion'> & { until: number }
}

const longestBeliefMilliseconds = 60 * 60_000

/**
 * Which rows and resources were brought into agreement as they are, by what was heard of them: nobody has to read again what neither side
 * changed. What was not heard of is made up for within an hour, of each at another time.
 */
export class Agreements {
  private readonly known = new Map<string, Known>()

  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly random: () => number = Math.random,
  ) {}

  /** Takes in what a side says now. What is not given stays as it was seen. */
  saw(key: string, sides: Sides): void {
    this.known.set(key, { ...this.known.get(key), ...sides })
  }

  /** The resource is gone. */
  sawNoResource(key: string): void {
    this.saw(key, { resourceVersion: undefined, isTimely: undefined })
  }

  /** The row was brought to a resource, or found to have the right one, since it says what was last seen of it. */
  isRowSettled(key: string): boolean {
    const { revision, agreed } = this.known.get(key) ?? {}
    return agreed !== undefined && agreed.revision === revision
  }

  /** What the resource says was taken up. */
  isResourceSettled(key: string): boolean {
    const { resourceVersion, agreed } = this.known.get(key) ?? {}
    return agreed !== undefined && agreed.resourceVersion === resourceVersion
  }

  /** Neither side has changed, lately, and nothing is to be done by itself. */
  isSettled(key: string): boolean {
    const { isPending, isTimely, agreed } = this.known.get(key) ?? {}
    return (
      agreed !== undefined &&
      !isPending &&
      !isTimely &&
      this.clock.monotonic() < agreed.until &&
      this.isRowSettled(key) &&
      this.isResourceSettled(key)
    )
  }

  /**
   * Somebody is about to read both sides and to bring them into agreement. @returns to be called when that is done: what was seen until now
   * agrees, and not what is heard meanwhile
   */
  begin(key: string): () => void {
    const { revision, resourceVersion } = this.known.get(key) ?? {}
    return () => {
      const until = this.clock.monotonic() + (1 + this.random()) * (longestBeliefMilliseconds / 2)
      this.known.set(key, { ...this.known.get(key), agreed: { revision, resourceVersion, until } })
    }
  }

  /** The AWS account that the row and the resource are in, as far as anybody said. */
  accountOf(key: string): string | undefined {
    const { awsAccount, sameAccountAs } = this.known.get(key) ?? {}
    return awsAccount ?? (sameAccountAs === undefined ? undefined : this.known.get(sameAccountAs)?.awsAccount)
  }

  /** Something may have been missed of those that `isMeant` picks: what was agreed of them is looked at again. @returns which these are */
  doubt(isMeant: (key: string) => boolean): string[] {
    const keys = [...this.known.keys()].filter(isMeant)
    for (const key of keys) delete this.known.get(key)?.agreed
    return keys
  }

  /** Forgets whatever has neither a row among `keys` nor a resource. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const [key, { resourceVersion }] of this.known)
      if (resourceVersion === undefined && !keys.has(key)) this.known.delete(key)
  }
}
