import { randomBytes } from 'node:crypto'
import { createRequestHandler } from '@remix-run/node'
import type { AppLoadContext, LoaderFunction, ServerBuild } from '@remix-run/node'
import { toPageAnswer, type PageAnswer } from './page-answer'
import type { PageMemo, RenderedPage } from './page-memo'

type Outcome = { data: Awaited<ReturnType<LoaderFunction>> } | { failure: unknown }
type Outcomes = Record<string, Outcome>

/** What the root route gives to one answer alone. A page differs by it in nothing but that it stands there. */
const ownFields = ['xsrfToken', 'submission', 'cspNonce'] as const
type OwnField = (typeof ownFields)[number]

/** What stands for each of them while a page is rendered. Never sent, so that nobody can have it in a text of theirs. */
const marks = Object.fromEntries(
  ownFields.map((field) => [field, randomBytes(16).toString('hex')]),
) as Record<OwnField, string>
const fieldOf = new Map(ownFields.map((field) => [marks[field], field]))
const anyMark = new RegExp(`(${Object.values(marks).join('|')})`)

/**
 * Answers for a page that is opened again and again, mostly with nothing new on it. Its loaders run at every request; when all
 * of them gave the same before, at the same address, so is what follows from that: the page as Remix rendered it then. Redirects,
 * refusals and failures are Remix's as ever.
 *
 * @param build has no routes but those around the page, none of them with parameters
 */
export function keptPage(build: ServerBuild, memo: PageMemo) {
  const outcomesOf = new WeakMap<object, Outcomes>()
  const handle = createRequestHandler(withOutcomes(build, outcomesOf))
  const loaders = Object.values(build.routes).flatMap((route) =>
    route?.module.loader ? [[route.id, route.module.loader] as const] : [],
  )
  return async (request: Request, context: AppLoadContext): Promise<PageAnswer> => {
    const { searchParams } = new URL(request.url)
    // What Remix answers in other ways, or without the parameter.
    if (request.method !== 'GET' || searchParams.has('_data') || searchParams.has('index'))
      return toPageAnswer(await handle(request, context))
    const outcomes: Outcomes = Object.fromEntries(
      await Promise.all(
        loaders.map(async ([id, loader]) => [id, await settle(loader, request, context)] as const),
      ),
    )
    const { own, common } = setOwnApart(outcomes)
    outcomesOf.set(context, common ?? outcomes)
    if (!common) return toPageAnswer(await handle(request, context))
    const source = `${request.url}\n${JSON.stringify(common)}`
    const known = memo.find(source)
    if (known) return fill(known, own)
    const { status, headers, body } = await toPageAnswer(await handle(request, context))
    const page = { headers, parts: cut(body.toString()) }
    const isOrdinary = headers.every(([name]) => name === 'content-type')
    if (status === 200 && isOrdinary) memo.keep(source, page)
    return { ...fill(page, own), status }
  }
}

/** The build, with loaders that give what is known already for the request. */
function withOutcomes(build: ServerBuild, outcomesOf: WeakMap<object, Outcomes>): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route?.module.loader) return [id, route] as const
    const { loader } = route.module
    const again: LoaderFunction = (args) => {
      const outcome = outcomesOf.get(args.context)?.[id]
      if (!outcome) return loader(args)
      if ('failure' in outcome) throw outcome.failure
      return outcome.data
    }
    return [id, { ...route, module: { ...route.module, loader: again } }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

async function settle(loader: LoaderFunction, request: Request, context: AppLoadContext): Promise<Outcome> {
  try {
    return { data: await loader({ request, params: {}, context }) }
  } catch (failure) {
    return { failure }
  }
}

/** What is one answer's own, and the outcomes with marks in its place; without those where anything but data came out. */
function setOwnApart(outcomes: Outcomes): { own: Record<string, string>; common?: Outcomes } {
  if (!Object.values(outcomes).every((outcome) => 'data' in outcome && isData(outcome.data)))
    return { own: {} }
  const { root } = outcomes
  const data = (root && 'data' in root ? root.data : undefined) as Record<string, string> | undefined
  const fields = ownFields.filter((field) => typeof data?.[field] === 'string')
  const pick = (values: Record<string, string>) =>
    Object.fromEntries(fields.map((field) => [field, values[field] ?? '']))
  return { own: pick(data ?? {}), common: { ...outcomes, root: { data: { ...data, ...pick(marks) } } } }
}

const isData = (value: unknown): boolean =>
  value === null ||
  Array.isArray(value) ||
  (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)

const cut = (text: string): RenderedPage['parts'] =>
  text.split(anyMark).map((part, index) => (index % 2 === 0 ? Buffer.from(part) : (fieldOf.get(part) ?? '')))

const fill = ({ headers, parts }: RenderedPage, own: Record<string, string>): PageAnswer => ({
  status: 200,
  headers,
  body: Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(own[part] ?? '') : part))),
})
