import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createControlApp } from '../../agent/control-app'
import type { Supervisor } from '../../agent/processes/supervisor'
import { createAgentClient } from '../../controller/agents/agent-client'
import { instanceKey, pskTlsOptions } from '../../core/agent/pre-shared-key'
import { silentLogger } from '../../core/logging/logger'
import type { AgentStatus, DesiredProcess } from '../../core/agent/protocol'
import { anyOfShape } from './any-message'
import { describeMessages, messages, type JsonSchema, type MessageName } from './messages'

const previous = JSON.parse(
  readFileSync(join(import.meta.dirname, 'previous/messages.json'), 'utf8'),
) as Record<MessageName, JsonSchema>
const names = Object.keys(messages) as MessageName[]
const runs = { numRuns: 300 }

/** With a field that nobody knows, in the message and in what it lists. */
function withUnknown(message: unknown): unknown {
  const fields = Object.entries(message as object).map(([name, field]: [string, unknown]) => [
    name,
    Array.isArray(field) ? field.map((one) => (typeof one === 'object' ? withUnknown(one) : one)) : field,
  ])
  return { ...Object.fromEntries(fields), later: 1 }
}

describe.each(names)('the %s', (name) => {
  const read = (message: unknown) => messages[name].parse(JSON.parse(JSON.stringify(message)))

  it('of the release before is understood, with all it says', () => {
    fc.assert(
      fc.property(anyOfShape(previous[name]), (message) => {
        expect(read(message)).toMatchObject(message as object)
      }),
      runs,
    )
  })

  it('of this release is understood by the release before', () => {
    const former = z.fromJSONSchema(previous[name] as never)
    fc.assert(
      fc.property(anyOfShape(describeMessages()[name]), (message) => {
        expect(former.safeParse(JSON.parse(JSON.stringify(message))).error).toBeUndefined()
      }),
      runs,
    )
  })
})

const key = randomBytes(32)

/** An agent that holds the key of its instance and answers as told. */
async function serve(answers: RequestListener) {
  const server = createServer(
    { ...pskTlsOptions, pskCallback: () => instanceKey(key, 'instance-1') },
    answers,
  )
  onTestFinished(() => void server.close().closeAllConnections())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, instance: 'instance-1' }
}

describe('on the wire', () => {
  it('a controller hears an agent that knows less than it does, and one that knows more', async () => {
    let answer: unknown
    const address = await serve((_request, response) => response.writeHead(200).end(JSON.stringify(answer)))
    const client = createAgentClient({ masterKeys: [key] })
    const least: AgentStatus = {
      instance: 'instance-1',
      processes: [{ id: 'process-1', state: 'starting', ports: [], restarts: 0 }],
    }
    answer = least
    expect(await client.status(address)).toEqual(least)
    expect(await client.apply(address, { processes: [] })).toEqual(least)
    const [process] = least.processes
    answer = { ...least, later: true, processes: [{ ...process, later: { more: 'than' } }] }
    expect(await client.status(address)).toEqual(least)
  })

  it('an agent does what a controller of the release before asks, and of a later one what it knows of it', async () => {
    let applied: DesiredProcess[] = []
    const supervisor: Partial<Supervisor> = {
      apply: (processes) => {
        applied = processes
      },
      status: () => [],
    }
    const app = createControlApp({
      instance: 'instance-1',
      supervisor: supervisor as Supervisor,
      replaceKey: () => undefined,
      endConnections: () => undefined,
      runtime: { resolve: () => Promise.resolve({}) },
      usage: { after: () => [] },
      log: silentLogger,
    })
    const server = app.listen(0, '127.0.0.1')
    onTestFinished(() => void server.close().closeAllConnections())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/processes`
    const put = async (body: unknown) => {
      const headers = { 'Content-Type': 'application/json' }
      const { status } = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(body) })
      return status
    }
    for (const message of fc.sample(anyOfShape(previous['desired processes']), 30)) {
      expect(await put(message)).toBe(200)
      const { processes } = message as { processes: { id: string }[] }
      expect(applied.map(({ id }) => id)).toEqual(processes.map(({ id }) => id))
    }
    const process = {
      id: 'p',
      applicationId: 'a',
      applicationName: 'Shop',
      versionName: '1',
      image: 'shop',
      tag: '1',
      cpu: 1,
      memoryMb: 300,
      ports: [80],
      environment: {},
      later: { than: 'this' },
    }
    expect(await put({ processes: [process], later: true })).toBe(200)
    expect(applied).toMatchObject([{ id: 'p', roles: {}, secrets: {} }])
    expect(applied[0]).not.toHaveProperty('later')
  })
})

it('a release that speaks otherwise is noticed: another state, another bound, a field that must be there', () => {
  const read = (schema: JsonSchema, message: unknown) => z.fromJSONSchema(schema as never).safeParse(message)
  const status = { instance: 'i', processes: [{ id: 'p', state: 'starting', ports: [], restarts: 0 }] }
  const shape = JSON.stringify(previous['agent status'])
  expect(read(JSON.parse(shape) as JsonSchema, status).success).toBe(true)
  for (const [from, to] of [
    ['"starting",', ''],
    ['"required":["instance"', '"required":["boot","instance"'],
    ['"instance":{"type":"string","minLength":1', '"instance":{"type":"string","minLength":2'],
  ] as const) {
    expect(shape).toContain(from)
    expect(read(JSON.parse(shape.replace(from, to)) as JsonSchema, status).success, from).toBe(false)
  }
  for (const name of names)
    for (const message of fc.sample(anyOfShape(previous[name]), 20))
      expect(messages[name].safeParse(withUnknown(message)).success, name).toBe(true)
})
