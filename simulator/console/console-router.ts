import compression from 'compression'
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express'
import helmet from 'helmet'
import type { Agents } from '../../controller/agents/agents'
import { requireModestJson, type JsonShape } from '../../app/input/bounded-json'
import type { Logger } from '../../core/logging/logger'
import { consoleActions, ConsoleError, type ConsoleDependencies } from './console-actions'
import { renderConsole, type ConsolePageOptions } from './console-page'
import { readConsole, type LinkedAccount } from './read-console'
import { requireOwnPage } from './require-own-page'

interface ConsoleOptions extends ConsoleDependencies {
  agents: Agents
  /** Where DNS answers for the simulated zones. */
  dns: { host: string; port: number }
  listLinkedAccounts(): Promise<LinkedAccount[]>
  /** Address of the site's style sheet. */
  findStylesheet(): Promise<string>
  log: Logger
}

/** The console of the simulated cloud, under /dev/aws: a page for people, and the same as JSON. */
export function createConsoleRouter(options: ConsoleOptions): Router {
  const { cloud, agents, dns, log } = options
  const read = async () => ({
    ...(await readConsole(cloud, agents, await options.listLinkedAccounts())),
    dns,
  })
  const render = async (page: Omit<ConsolePageOptions, 'stylesheet'>) =>
    renderConsole(await read(), { ...page, stylesheet: await options.findStylesheet() })
  const router = express.Router()
  // Only its own paths: what is read of a request here is lost to the site behind.
  router.use(
    ['/dev/aws', '/dev/aws.json'],
    requireOwnPage,
    compression(),
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives },
      // With none at all, browsers would not say which page a button was pressed on.
      referrerPolicy: { policy: 'same-origin' },
    }),
    express.json({ limit: '1mb', verify: requireModestBody }),
    express.urlencoded({ limit: '1mb', extended: false, parameterLimit: 500 }),
    (_request, response, next) => {
      response.set('Cache-Control', 'no-store')
      next()
    },
  )
  router.get('/dev/aws.json', (_request, response, next) => {
    read().then((found) => response.json(found), next)
  })
  router.get('/dev/aws', (request, response, next) => {
    const refreshSeconds = Math.max(0, Number(request.query.refresh) || 0)
    render({ refreshSeconds }).then((html) => response.send(html), next)
  })
  router.post(/^\/dev\/aws\/(\d{12})\/(.+?)\/?$/, (request, response, next) => {
    act(options, request, response).catch(next)
  })
  router.delete(/^\/dev\/aws\/(\d{12})\/(stack)\/?$/, (request, response, next) => {
    request.params[1] = 'stack/delete'
    act(options, request, response).catch(next)
  })

  const answerFailure: ErrorRequestHandler = (
    error: Error & { status?: number },
    request,
    response,
    _next,
  ) => {
    const status = isRefusal(error) ? 400 : (error.status ?? 500)
    if (status === 500) log.error({ err: error }, 'The console failed')
    const message = status === 500 ? 'Something went wrong. Please try again.' : error.message
    if (isForm(request))
      render({ refreshSeconds: 0, fault: message }).then(
        (html) => response.status(status).send(html),
        () => response.status(status).send(message),
      )
    else response.status(status).json({ message, code: status === 500 ? 'internal' : 'invalid' })
  }
  router.use('/dev/aws', answerFailure)
  return router
}

/** A template has roles with policies with statements with conditions; what comes on top is nobody's template. */
const templateShape: JsonShape = { deepest: 30, mostValues: 20_000 }

/** @throws ConsoleError */
function requireModestBody(_request: unknown, _response: unknown, body: Buffer): void {
  try {
    requireModestJson(body.toString(), templateShape)
  } catch (refusal) {
    throw new ConsoleError((refusal as Error).message)
  }
}

const directives = {
  defaultSrc: ["'none'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
}

async function act(options: ConsoleOptions, request: Request, response: Response): Promise<void> {
  const { 0: accountNumber = '', 1: action = '' } = request.params as Record<string, string>
  const run = Object.hasOwn(consoleActions, action) ? consoleActions[action] : undefined
  if (!run) {
    response.status(404).json({ message: 'There is no such action.', code: 'not-found' })
    return
  }
  const answer = await run(options, accountNumber, request.body)
  options.log.info({ accountNumber, action }, 'The console was used')
  if (isForm(request)) response.redirect(303, `/dev/aws#account-${accountNumber}`)
  else response.json({ result: 'SUCCESS', ...answer })
}

const isForm = (request: Request) => Boolean(request.is('application/x-www-form-urlencoded'))

/** Whether an error of the simulated cloud is meant for the person who caused it. */
const isRefusal = (error: Error) =>
  error instanceof ConsoleError || error.name === 'TemplateError' || error.constructor === Error
