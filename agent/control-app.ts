import express, { type ErrorRequestHandler, type Express } from 'express'
import { z } from 'zod'
import { desiredProcessesSchema, type AgentStatus, type SpotNotices } from '../core/agent/protocol'
import type { Logger } from '../core/logging/logger'
import type { Supervisor } from './processes/supervisor'

const bodyLimit = '1mb'
/** A list of thousands can have thousands of faults. */
const longestRefusal = 2000

interface ControlAppDependencies {
  instance: string
  supervisor: Supervisor
  /** What is known of the end of the instance, where there is somebody to ask. */
  spotNotices?: () => SpotNotices
  log: Logger
}

/** The agent protocol over HTTP. Who may call is settled before, by the pre-shared key of the connection. */
export function createControlApp({
  instance,
  supervisor,
  spotNotices,
  log,
}: ControlAppDependencies): Express {
  const status = (): AgentStatus => ({
    instance,
    processes: supervisor.status(),
    ...(spotNotices ? { spot: spotNotices() } : {}),
  })

  const answerError: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
    const code = error.status ?? 500
    if (code >= 500) log.error({ err: error }, 'A control call failed')
    const message = code === 413 ? `The body is larger than ${bodyLimit}.` : 'The body is not JSON.'
    response.status(code).json({ message: code >= 500 ? 'Internal error.' : message })
  }

  return express()
    .disable('x-powered-by')
    .use(express.json({ limit: bodyLimit }))
    .put('/v1/processes', (request, response) => {
      const parsed = desiredProcessesSchema.safeParse(request.body)
      if (!parsed.success)
        return void response
          .status(400)
          .json({ message: z.prettifyError(parsed.error).slice(0, longestRefusal) })
      supervisor.apply(parsed.data.processes)
      response.json(status())
    })
    .get('/v1/status', (_request, response) => void response.json(status()))
    .use((_request, response) => void response.status(404).json({ message: 'There is no such call.' }))
    .use(answerError)
}
