import { DomainError } from '../../../core/errors'

/** Whose streams there may be at once, for each process: each of them holds a connection. */
export const mostStreams = { ofTeam: 20, ofAll: 1000 }

/** Tells of changes as they happen, to as many readers as there are, on one connection to the database. */
export class Changes {
  private readonly readers = new Map<string, Set<() => void>>()
  private readonly streamsByTeam = new Map<string, number>()

  /** @param signal aborts when the process is to end, and every stream with it */
  constructor(readonly signal: AbortSignal) {}

  /** Calls `ring` whenever something of an environment may have changed. @returns ends that */
  subscribe(environmentId: string, ring: () => void): () => void {
    const rings = this.readers.get(environmentId) ?? new Set()
    this.readers.set(environmentId, rings.add(ring))
    return () => {
      rings.delete(ring)
      if (rings.size === 0) this.readers.delete(environmentId)
    }
  }

  /** Something of this environment may have changed. */
  tell(environmentId: string): void {
    for (const ring of this.readers.get(environmentId) ?? []) ring()
  }

  /** Anything may have changed. */
  tellAll(): void {
    for (const rings of this.readers.values()) for (const ring of rings) ring()
  }

  /** @throws DomainError `throttled` where a team, or everybody together, has as many streams as there may be */
  requireRoom(teamId: string): void {
    const all = [...this.streamsByTeam.values()].reduce((sum, each) => sum + each, 0)
    if ((this.streamsByTeam.get(teamId) ?? 0) >= mostStreams.ofTeam || all >= mostStreams.ofAll)
      throw new DomainError(
        'throttled',
        `Your team follows ${mostStreams.ofTeam} streams already, or everybody together too many. End one, or ask again in a minute.`,
      )
  }

  /** Counts a stream of a team. @returns ends it */
  open(teamId: string): () => void {
    this.count(teamId, 1)
    return () => this.count(teamId, -1)
  }

  private count(teamId: string, change: number): void {
    const streams = (this.streamsByTeam.get(teamId) ?? 0) + change
    if (streams === 0) this.streamsByTeam.delete(teamId)
    else this.streamsByTeam.set(teamId, streams)
  }
}
