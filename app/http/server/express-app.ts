import { requestMessages } from '../../messages/request-messages'
import type { ServerResponse } from 'node:http'
import { createRequestHandler } from '@remix-run/express'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type Express, type RequestHandler } from 'express'
import { DomainError } from '../../../core/errors'
import type { Tracing } from '../../../core/tracing/span'
import type { OpenApiDocument } from '../../content/api-reference/open-api-document'
import { createDocs } from '../../content/docs'
import type { Dependencies } from '../../services/dependencies'
import { withOrigin } from '../../services/actor/origin'
import { createServices } from '../../services/services'
import { isApiPath } from '../request/api-path'
import type { AppContext } from '../request/context'
import { readBrowserCookie, readCookies } from '../request/cookies'
import { identify, knownMethods } from './identify'
import { answerProblem } from './problem-answer'
import { observeRequests } from './observe-requests'
import { createRoutePatterns } from './route-patterns'
import { isLeft } from '../request/reader'
import { createContextFactory, isSafe } from '../request/request-context'
import { originOf } from '../request/request-origin'
import { requestForRemix } from './request-for-remix'
import { securityHeaders } from './security-headers'
import { traceUseCases } from './trace-use-cases'

export interface AppOptions {
  dependencies: Dependencies
  /** The module that `remix build` wrote to build/app/index.js, or how to import it anew. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** Folder of the files that `remix build` wrote for browsers. */
  publicFolder: string
  /** Folder of the documentation's Markdown. */
  docsFolder: string
  /** File of the command line, for whoever wants it. */
  commandLine: string
  /** The OpenAPI document of /v1, for the documentation. */
  describeApi(): OpenApiDocument
  /** Shows /dev/mail and /dev/aws. */
  isStandalone: boolean
  /** True wherever people come by https; browsers do not send such cookies over http. */
  secureCookies: boolean
  /** Which proxies in front may name the client and the protocol, as Express's `trust proxy`. */
  trustProxy?: number | string | boolean
  /** Script that records what people do on the site, from a host that pages may then talk to; absent, nothing is recorded. */
  sessionRecordingUrl?: string
  /** The action of SDO on GitHub. */
  deployAction?: string
  /** Lets pages reach the development server that reloads them. */
  allowReload?: boolean
  /** Given where somebody collects traces. */
  tracing?: Tracing
}

/** The whole application: files, GET /health, pages and /v1. Listening is the caller's business. */
export function createApp(options: AppOptions): Express {
  const { dependencies, build, publicFolder, isStandalone, secureCookies, sessionRecordingUrl, tracing } =
    options
  const { clock, log, publicUrl, metrics } = dependencies
  const services = createServices(
    tracing ? { ...dependencies, observeUseCase: traceUseCases(tracing, clock) } : dependencies,
  )
  const createContext = createContextFactory({
    services,
    docs: createDocs(options.docsFolder, dependencies.quotas, options.describeApi, {
      publicUrl,
      deployAction: options.deployAction,
    }),
    clock,
    log,
    countRefusal: metrics?.countRefusal,
    publicUrl,
    secureCookies,
    isStandalone,
    sessionRecordingUrl,
  })
  const { protect, allowScripts } = securityHeaders({
    secureCookies,
    sessionRecordingUrl,
    allowReload: options.allowReload ?? false,
  })
  const handleByRemix = createRequestHandler({
    build,
    getLoadContext: (_request, { locals }) => locals['context'] as AppContext & AppLoadContext,
    // Failures are told to nobody in Remix's words, wherever it runs.
    mode: 'production',
  })

  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', options.trustProxy ?? false)
  const patternOf = lazyPatterns(options)
  if (metrics) app.use(observeRequests(metrics, patternOf))
  app.use(identify(tracing && { tracing, clock, patternOf }))
  app.use(protect)
  app.use(refuseOtherMethods)
  app.use(compressForTakers)
  app.use('/build', express.static(`${publicFolder}/build`, { immutable: true, maxAge: '1y', index: false }))
  // Pages and calls have no extension, so that looking for a file need not hold them up.
  app.get(/\.\w+$/, express.static(publicFolder, { maxAge: '1h', index: false, setHeaders: nameCharset }))
  app.get('/sdo.mjs', (_request, response, next) =>
    response.sendFile(options.commandLine, { maxAge: '1h' }, (error?: Error) => {
      if (error && !response.headersSent) next()
    }),
  )
  app.get(
    '/health',
    asynchronous(async (_request, response) => {
      response.set('Cache-Control', 'no-store').json(await services.health.checkHealth())
    }),
  )
  app.use(express.raw({ type: () => true, limit: '1mb' }))
  app.use(
    asynchronous(async (request, response, next) => {
      response.setHeader('Cache-Control', 'no-store')
      const cookies = readCookies(request.headers.cookie)
      // Of values alone: whatever is awaited keeps it, and with a getter would keep the whole request.
      const origin = { ...originOf(request), browserToken: readBrowserCookie(cookies, secureCookies) }
      await withOrigin(origin, async () => {
        const context = await createContext(request, response, { origin, cookies })
        // Remix would hear of nobody who left before it began. What was sent to be done is done all the same.
        if (isSafe(request.method) && isLeft(response)) return
        response.locals['context'] = context
        if (!isApiPath(request.path)) allowScripts(response, context.cspNonce)
        await handleByRemix(requestForRemix(request, context.address), response, next)
      })
    }),
  )
  app.use(answerProblem(log, metrics?.countRefusal))
  return app
}

/** Worked out at the first request, as the documentation is. */
function lazyPatterns({ build, describeApi }: AppOptions): (path: string) => string {
  let patternOf: ((path: string) => string) | undefined
  return (path) => {
    patternOf ??= createRoutePatterns(
      typeof build === 'function' ? {} : build.routes,
      Object.keys(describeApi().paths),
    )
    return patternOf(path)
  }
}

const compress = compression()

/** A client that takes nothing compressed, as most programs do, need not wait for the compression. */
const compressForTakers: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding'] !== undefined) return compress(request, response, next)
  response.setHeader('Vary', 'Accept-Encoding')
  next()
}

/** TRACE would say what was sent, and what else Node understands nobody here does. Calls tell of themselves what they answer. */
const refuseOtherMethods: RequestHandler = (request, response, next) => {
  const isForPage = request.method === 'OPTIONS' && !isApiPath(request.path)
  if (knownMethods.includes(request.method) && !isForPage) return next()
  response.set('Allow', isForPage ? 'GET, HEAD, POST' : knownMethods.join(', '))
  next(new DomainError('method-not-allowed', requestMessages.methodNotAnswered(request.method)))
}

/** Names the charset of images that are text, which Express leaves out. */
function nameCharset(response: ServerResponse, path: string): void {
  if (path.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8')
}

/** Hands what an asynchronous handler throws to the error handler; Express 4 would lose it. */
const asynchronous =
  (handler: (...parameters: Parameters<RequestHandler>) => Promise<void>): RequestHandler =>
  (request, response, next) => {
    handler(request, response, next).catch(next)
  }
