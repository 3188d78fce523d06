import { requestMessages } from '../../messages/request-messages'
import { json, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { DomainError, invalid, notFound } from '../../../core/errors'
import type { Message } from '../../../core/messages/declare-messages'
import { longest } from '../../../core/text/longest'
import { messages } from '../../messages/messages'
import { isStorableText } from '../../input/storable-text'
import { requireAccess, opensTo, type Access, type ActorByAccess } from '../../services/access/access'
import type { AppContext } from '../request/context'
import { toldAs, toProblem, type Problem } from '../problem/problem'
import { toRowFields } from './row-fields'
import {
  readForm,
  toKeptForm,
  type FormFailure,
  type KeptForm,
  type SubmittedForm,
} from '../forms/submitted-form'
import type { Actor } from '../../services/actor/actor'
import { ruleOf } from './authentication-rules'

/** Why a page cannot be shown. */
export interface PageProblem extends Problem {
  /** The sent form, if it was refused for our fault and has no page to be shown on. */
  form?: KeptForm
}

/** The things that a page has at hand to load or change something. */
export interface Page<A extends Access> {
  services: AppContext['services']
  actor: ActorByAccess[A]
  context: AppContext
  request: Request
  /** A parameter of the page's address. @throws 404 when the route has none of this name */
  param(name: string): string
  /** A query parameter; empty when it is absent. @throws DomainError `invalid` for one that is longer than a line */
  query(name: string): string
}

/** Loads a page for those with `access`; others are sent to log in, and failures become error pages. A failure of ours is told as `failed`. */
export async function loadPage<A extends Access, Data>(
  { access }: { access: A },
  args: LoaderFunctionArgs,
  run: (page: Page<A>) => Data | Promise<Data>,
  failed: Message = messages.pageFailed,
): Promise<Data> {
  try {
    return await run(buildPage(access, args))
  } catch (failure) {
    throw answerTo(failure, args, failed)
  }
}

/** What a form is handled with. */
export type SubmittedPage<A extends Access> = Page<A> & { form: SubmittedForm }

type Handler<A extends Access, Data> = (page: SubmittedPage<A>) => Data | Promise<Data>

/**
 * Runs the handler named like the <Form> that was sent. A handler ends with `redirect`, after `context.setFlash` when the
 * next page should say what happened. A refusal shows the page again with what was typed, and so does a failure of ours.
 */
export async function submitPage<A extends Access, Data>(
  { submits: access }: { submits: A },
  args: LoaderFunctionArgs,
  handlers: Record<string, Handler<A, Data>>,
) {
  const form = await readForm(args.context.sentFields ?? new Map())
  try {
    const page = buildPage(access, args)
    const handler = Object.hasOwn(handlers, form.name) ? handlers[form.name] : undefined
    if (!handler) throw new DomainError('invalid', requestMessages.formUnknown)
    return await run(handler, { ...page, form })
  } catch (failure) {
    if (isUnavailable(failure)) return refuse(failure, form, args.context)
    throw answerTo(failure, args)
  }
}

async function run<A extends Access, Data>(handler: Handler<A, Data>, page: SubmittedPage<A>) {
  try {
    const { unstorableField } = page.form
    if (unstorableField !== undefined)
      throw invalid(requestMessages.unstorable, { [unstorableField]: requestMessages.unstorable })
    return await handler(page)
  } catch (failure) {
    if (failure instanceof Response || (failure instanceof DomainError && !shownInForm.has(failure.code)))
      throw failure
    return refuse(failure, page.form, page.context)
  }
}

const isUnavailable = (failure: unknown) => failure instanceof DomainError && failure.code === 'unavailable'

/** Shows the page again with the form as it was typed. */
function refuse(failure: unknown, { name: form, subject, values }: SubmittedForm, context: AppContext) {
  const { status, body } = toProblem(failure, context)
  const { message, fields = {}, revision, requestId, documentation } = body
  return json<FormFailure>(
    {
      form,
      subject,
      message,
      fields: toRowFields(fields, values),
      values,
      ...(documentation !== undefined && { documentation }),
      ...(revision !== undefined && { revision }),
      ...(status >= 500 && { requestId }),
    },
    { status },
  )
}

const shownInForm = new Set(['invalid', 'conflict', 'forbidden', 'throttled', 'unavailable'])

function buildPage<A extends Access>(access: A, { context, request, params }: LoaderFunctionArgs): Page<A> {
  const address = new URL(request.url)
  const path = signInPath(context.actor, access, address)
  if (path !== undefined) throw redirect(path)
  return {
    services: context.services,
    actor: requireAccess(context.actor, access),
    context,
    request,
    param(name) {
      const value = params[name]
      if (value === undefined || value.length > longest.id || !isStorableText(value))
        throw notFound('This page')
      return value
    },
    query(name) {
      const value = address.searchParams.get(name) ?? ''
      if (value.length > longest.line)
        throw invalid(requestMessages.queryTooLong({ name, characters: longest.line }))
      if (!isStorableText(value)) throw invalid(requestMessages.unstorable)
      return value
    },
  }
}

function answerTo(failure: unknown, { context }: LoaderFunctionArgs, failed?: Message): Response {
  if (failure instanceof Response) return failure
  const { status, body } = toProblem(failure, context)
  const sent = status >= 500 && context.sentFields
  const isTold = failure instanceof DomainError
  const told = status === 500 && !isTold && failed !== undefined ? toldAs(failed) : {}
  return json<PageProblem>({ ...body, ...told, ...(sent && { form: toKeptForm(sent) }) }, { status })
}

/** The path to which somebody has to go before a page with `access` opens; undefined for those who may enter or never may. */
function signInPath(actor: Actor, access: Access, wanted: URL): string | undefined {
  if (opensTo(actor, access) || actor.kind === 'integration') return undefined
  const { page } = ruleOf(actor)
  if (actor.kind === 'anonymous') return `${page}?to=${encodeURIComponent(wanted.pathname + wanted.search)}`
  // The 403 page is for those who finished logging in; a page of another state leads on to the own one.
  return actor.state === 'LOGGED_IN' ? undefined : page
}

/** For pages that exist on one's own machine only. @throws DomainError `not-found` anywhere else */
export function requireStandalone({ isStandalone }: AppContext): void {
  if (!isStandalone) throw notFound('This page')
}
