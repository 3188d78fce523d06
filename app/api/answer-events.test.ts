import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { silentLogger } from '../../core/logging/logger'
import { patientReader } from '../http/request/reader'
import type { Stream, StreamEvent } from '../services/following/follow'
import { answerEvents } from './answer-events'

const schemas = { log: z.object({ text: z.string() }), end: z.object({}) }

const present = patientReader(new AbortController().signal)

const answer = (stream: Stream, reader = present) =>
  answerEvents(stream, { schemas, reader, log: silentLogger })

async function* say(...events: (StreamEvent | undefined)[]): Stream {
  yield* events
}

/** A stream without an end of its own, and whether it was ended. */
function sayNothing() {
  let isOver = false
  const begin = async function* (): Stream {
    try {
      for (;;) yield undefined
    } finally {
      isOver = true
    }
  }
  return { stream: begin(), isOver: () => isOver }
}

describe('answerEvents', () => {
  it('writes events as the standard says, and nothing that their schema does not name', async () => {
    const event = { name: 'log', id: '7', data: { text: 'Two\nlines', secret: 'x' } }
    const response = answer(say(event, undefined, { name: 'end', data: {} }))
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(await response.text()).toBe(
      'retry: 1000\n\nevent: log\nid: 7\ndata: {"text":"Two\\nlines"}\n\n: still here\n\nevent: end\ndata: {}\n\n',
    )
  })

  it('ends quietly, and without words of its own, when something fails meanwhile', async () => {
    const failing = async function* (): Stream {
      yield { name: 'log', data: { text: 'One' } }
      throw new Error('password=hunter2')
    }
    const text = await answer(failing()).text()
    expect(text).toContain('One')
    expect(text).not.toContain('hunter2')
    expect(await answer(say({ name: 'unknown', data: {} })).text()).toBe('retry: 1000\n\n')
  })

  it('lets the stream know when its reader goes', async () => {
    const endless = sayNothing()
    const reader = answer(endless.stream).body?.getReader()
    await reader?.read()
    await reader?.read()
    await reader?.cancel()
    expect(endless.isOver()).toBe(true)
  })

  it('breaks off, and ends what it tells, where its reader takes nothing', async () => {
    const endless = sayNothing()
    let taken = 0
    const stuck = { ...present, takes: () => Promise.resolve(taken++ < 2) }
    await expect(answer(endless.stream, stuck).text()).rejects.toThrow('Nobody reads')
    expect(endless.isOver()).toBe(true)
  })
})
