import { setMaxListeners } from 'node:events'
import type { Response } from 'express'
import type { Clock } from '../../../core/time/clock'
import { Doorbell } from '../../../core/time/doorbell'

/** Whoever reads an answer while it is made. */
export interface Reader {
  /** Aborts when they are gone, and has done so where they were gone before. */
  readonly signal: AbortSignal
  /** Waits until they have taken what was sent so far. @returns whether they did: not when they are gone, or took nothing for a minute */
  takes(): Promise<boolean>
}

/** Who takes nothing for this long reads no more, whatever their connection says. */
const patienceMilliseconds = 60_000

/** Whether nobody reads the answer. One that waits for another answer on its connection has only the connection to tell it. */
export const isLeft = (response: Response): boolean => response.closed || response.req.socket.destroyed

/**
 * The reader of a response. Their leaving is read from the response and its connection, and not only heard: whoever asks late, after something
 * was awaited, still learns of it. Made when somebody asks, as few answers are read while they are made.
 */
export class ResponseReader implements Reader {
  private left: AbortController | undefined
  private taken: Doorbell | undefined
  private isBehind = false

  constructor(
    private readonly response: Response,
    private readonly clock: Clock,
  ) {}

  get signal(): AbortSignal {
    return (this.left ??= this.watchLeaving()).signal
  }

  async takes(): Promise<boolean> {
    const taken = (this.taken ??= this.watchTaking())
    while (this.isBehind && !this.signal.aborted)
      if (!(await taken.wait(this.clock, patienceMilliseconds))) return false
    return !this.signal.aborted
  }

  private watchLeaving(): AbortController {
    const { response } = this
    const { socket, method } = response.req
    const left = new AbortController()
    // What answers HEAD has no body that anybody could read.
    if (isLeft(response) || method === 'HEAD') left.abort()
    const leave = () => {
      socket.off('close', leave)
      response.off('close', leave)
      left.abort()
    }
    // As many requests may wait on a connection as their sender likes.
    setMaxListeners(0, socket)
    socket.on('close', leave)
    response.on('close', leave)
    return left
  }

  /** The compression, which stands before the connection, tells nobody but who writes that there is enough. */
  private watchTaking(): Doorbell {
    const { response, signal } = this
    const taken = new Doorbell()
    const write = response.write.bind(response) as (...parameters: unknown[]) => boolean
    response.write = (...parameters: unknown[]) => {
      const hasRoom = write(...parameters)
      this.isBehind = !hasRoom
      return hasRoom
    }
    response.on('drain', () => {
      this.isBehind = false
      taken.ring()
    })
    signal.addEventListener('abort', () => taken.ring())
    return taken
  }
}

/** Somebody who takes everything, until `signal` aborts: where an answer is made without a connection. */
export const patientReader = (signal: AbortSignal): Reader => ({
  signal,
  takes: () => Promise.resolve(!signal.aborted),
})
