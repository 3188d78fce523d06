import { createSocket, type Socket } from 'node:dgram'
import { once, setMaxListeners } from 'node:events'
import { stat } from 'node:fs/promises'
import { decode, encode } from 'dns-packet'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFetchOutside } from './fetch-outside'
import { wherever } from './reach'
import { createResolve } from './resolve-name'

/** A name server that never answers. */
let silent: Socket
let server: string
beforeEach(async () => {
  silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  server = `127.0.0.1:${silent.address().port}`
})
afterEach(() => void silent.close())

it('leaves a name off the moment it is told to, and holds up nobody meanwhile', async () => {
  const resolve = createResolve({ servers: [server] })
  const asked = once(silent, 'message')
  const leaving = new AbortController()
  setMaxListeners(0, leaving.signal)
  // More than there are threads for files, passwords and names of others.
  const names = Array.from({ length: 40 }, (_, index) => resolve(`name-${index}.test`, leaving.signal))
  await asked
  // Answered while all of them wait.
  await expect(stat('.')).resolves.toBeDefined()
  const reason = new Error('enough')
  leaving.abort(reason)
  for (const outcome of await Promise.allSettled(names))
    expect(outcome).toEqual({ status: 'rejected', reason })
})

it('ends a request whose name nobody answers with its signal', async () => {
  const fetchOutside = createFetchOutside({ reach: wherever, resolve: createResolve({ servers: [server] }) })
  const leaving = new AbortController()
  const asked = once(silent, 'message')
  const answer = fetchOutside('https://slow.test/', { signal: leaving.signal })
  await asked
  leaving.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

it('gives every address of a name, and says that one is not known', async () => {
  silent.on('message', (message, from) => {
    const query = decode(message)
    const { name = '', type } = query.questions?.[0] ?? {}
    const isKnown = name === 'here.test'
    const answers = isKnown && type === 'A' ? [{ type, name, data: '192.0.2.7' }] : []
    const answer = encode({ ...query, type: 'response', flags: isKnown ? 0 : 3, answers })
    silent.send(answer, from.port, from.address)
  })
  const resolve = createResolve({ servers: [server] })
  const { signal } = new AbortController()
  expect(await resolve('here.test', signal)).toEqual(['192.0.2.7'])
  await expect(resolve('nowhere.test', signal)).rejects.toMatchObject({ code: 'ENOTFOUND' })
})
