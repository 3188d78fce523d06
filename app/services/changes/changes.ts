import { requestMessages } from '../../messages/request-messages'
import { DomainError } from '../../../core/errors'

/** Whose streams there may be at once, for each process: each of them holds a connection. */
export const mostStreams = { ofPages: 4, ofTeam: 20, ofAll: 1000 }

/** Whom a stream is counted for. */
export interface StreamReader {
  teamId: string
  /** The person whose page it is for, where it is for one: pages alone leave the programs of a team room. */
  pageOf?: string | undefined
}

/** Tells of changes as they happen, to as many readers as there are, on one connection to the database. */
export class Changes {
  private readonly readers = new Map<string, Set<() => void>>()
  private readonly streamsByTeam = new Map<string, number>()
  private readonly streamsByPerson = new Map<string, number>()

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

  /** @throws DomainError `throttled` where a person's pages, a team, or everybody together, have as many streams as there may be */
  requireRoom({ teamId, pageOf = '' }: StreamReader): void {
    if ((this.streamsByPerson.get(pageOf) ?? 0) >= mostStreams.ofPages)
      throw new DomainError('throttled', requestMessages.pagesFollow(mostStreams.ofPages))
    const all = [...this.streamsByTeam.values()].reduce((sum, each) => sum + each, 0)
    if ((this.streamsByTeam.get(teamId) ?? 0) >= mostStreams.ofTeam || all >= mostStreams.ofAll)
      throw new DomainError('throttled', requestMessages.teamFollows(mostStreams.ofTeam))
  }

  /** Counts a stream. @returns ends it */
  open(reader: StreamReader): () => void {
    this.count(reader, 1)
    return () => this.count(reader, -1)
  }

  private count({ teamId, pageOf }: StreamReader, change: number): void {
    add(this.streamsByTeam, teamId, change)
    if (pageOf !== undefined) add(this.streamsByPerson, pageOf, change)
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
