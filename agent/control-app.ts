import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express'
import { z } from 'zod'
import {
  agentKeySchema,
  agentReplacementSchema,
  desiredProcessesSchema,
  imageQuestionsSchema,
  longestProcessMessage,
  type AgentStatus,
  type AgentUsage,
  type BootTimes,
  type ImageDigests,
  type SpotNotices,
} from '../core/agent/protocol'
import type { Logger } from '../core/logging/logger'
import type { ContainerRuntime } from './containers/runtime'
import type { ReplaceableRelease } from './release/replaceable-release'
import type { Supervisor } from './processes/supervisor'
import type { UsageMinutes } from './usage/usage-minutes'

/** Of 256 processes, when each has as many variables as it may. */
const bodyLimit = '16mb'
/** A list of thousands can have thousands of faults. */
const longestRefusal = 2000

interface ControlAppDependencies {
  instance: string
  supervisor: Supervisor
  runtime: Pick<ContainerRuntime, 'resolve'>
  usage: Pick<UsageMinutes, 'after'>
  /** Notices of the instance's end, where there is somebody to ask. */
  spotNotices?: () => SpotNotices
  bootTimes?: BootTimes
  /** Bytes that CloudWatch Logs took in so far, where that can be told. */
  logBytes?: () => number | undefined
  /** The running release, where it can give way to another. */
  release?: ReplaceableRelease
  /** The instance has another key from now on. */
  replaceKey(key: Buffer): void
  /** Ends every connection: each was proved by a key that may have been replaced. */
  endConnections(): void
  log: Logger
}

/** The agent protocol over HTTP. Who may call is settled before, by the pre-shared key of the connection. */
export function createControlApp({
  instance,
  supervisor,
  runtime,
  usage,
  spotNotices,
  release,
  replaceKey,
  endConnections,
  bootTimes,
  logBytes,
  log,
}: ControlAppDependencies): Express {
  const status = (): AgentStatus => {
    const bytes = logBytes?.()
    return {
      instance,
      processes: supervisor.status(),
      ...(spotNotices ? { spot: spotNotices() } : {}),
      ...(bootTimes ? { boot: bootTimes } : {}),
      ...(release ? { release: release.running() } : {}),
      ...(bytes === undefined ? {} : { logBytes: bytes }),
    }
  }

  const answerError: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
    const code = error.status ?? 500
    if (code >= 500) log.error({ err: error }, 'A control call failed')
    const message = code === 413 ? `The body is larger than ${bodyLimit}.` : 'The body is not JSON.'
    response.status(code).json({ message: code >= 500 ? 'Internal error.' : message })
  }

  return express()
    .disable('x-powered-by')
    .use((_request, _response, next) => {
      release?.prove()
      next()
    })
    .use(express.json({ limit: bodyLimit }))
    .put('/v1/processes', (request, response) => {
      const desired = read(desiredProcessesSchema, request, response)
      if (!desired) return
      supervisor.apply(desired.processes)
      response.json(status())
    })
    .put('/v1/release', (request, response, next) => {
      if (!release) return next()
      const wanted = read(agentReplacementSchema, request, response)
      if (!wanted) return
      release.replace(wanted)
      response.json(status())
    })
    .put('/v1/key', (request, response) => {
      const given = read(agentKeySchema, request, response)
      if (!given) return
      replaceKey(Buffer.from(given.key, 'base64'))
      response.once('close', endConnections)
      response.set('Connection', 'close').json(status())
    })
    .post('/v1/digests', async (request, response) => {
      const asked = read(imageQuestionsSchema, request, response)
      if (!asked) return
      const images = await Promise.all(asked.images.map((image) => runtime.resolve(image).catch(whyNot)))
      response.json({ instance, images } satisfies ImageDigests)
    })
    .get('/v1/usage', ({ query }, response) => {
      const after = z.coerce
        .number()
        .min(0)
        .safeParse(query.after ?? 0)
      if (!after.success) return void response.status(400).json({ message: 'after must be an epoch.' })
      response.json({ instance, minutes: usage.after(after.data) } satisfies AgentUsage)
    })
    .get('/v1/status', (_request, response) => void response.json(status()))
    .use((_request, response) => void response.status(404).json({ message: 'There is no such call.' }))
    .use(answerError)
}

const whyNot = (error: unknown) => ({
  message: (error instanceof Error ? error.message : String(error)).slice(0, longestProcessMessage),
})

/** The body as it should be, or undefined after saying what is wrong with it. */
function read<Content>(
  schema: z.ZodType<Content>,
  request: Request,
  response: Response,
): Content | undefined {
  const parsed = schema.safeParse(request.body)
  if (parsed.success) return parsed.data
  response.status(400).json({ message: z.prettifyError(parsed.error).slice(0, longestRefusal) })
  return undefined
}
