import { ApiException } from '@kubernetes/client-node'
import { ConflictError, DefinitionGoneError, InvalidResourceError } from './store'

/** The HTTP status of a refused call, or undefined if the call did not get an answer. */
export const statusCodeOf = (error: unknown): number | undefined =>
  error instanceof ApiException ? error.code : undefined

/** The reason that the API gives, without the headers and the body around it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiException)) return error instanceof Error ? error.message : String(error)
  return bodyMessageOf(error) ?? (error.code === 404 ? unknownKind : 'it gave no reason')
}

const unknownKind = 'it does not know this kind of resource'

const bodyMessageOf = (error: unknown): string | undefined => {
  if (!(error instanceof ApiException)) return undefined
  return messageOf(typeof error.body === 'string' ? parse(error.body) : (error.body as unknown))
}

/** Whether the API has no such resource, of a kind that it knows. */
export const isNotFound = (error: unknown): boolean => statusCodeOf(error) === 404 && !isDefinitionGone(error)

/** Of a kind that it does not know the API says nothing but 404; while a definition goes, nothing new of its kind can be made. */
const isDefinitionGone = (error: unknown): boolean => {
  const code = statusCodeOf(error)
  return code === 404 ? bodyMessageOf(error) === undefined : code === 403 && isTerminating(reasonOf(error))
}

const isTerminating = (reason: string) => reason.includes('while custom resource definition is terminating')

/** The error of the store's interface for what a write was answered; anything else stays an unknown failure. */
export function toStoreError(error: unknown): Error {
  if (isDefinitionGone(error)) return toUnknownError(error)
  const code = statusCodeOf(error)
  const reason = reasonOf(error)
  // A resource that is gone was changed since it was read.
  if (code === 409 || code === 404) return new ConflictError(reason, { cause: error })
  if (code === 422 || code === 400) return new InvalidResourceError(reason, { cause: error })
  return toUnknownError(error)
}

/** Never the client's own error, whose message carries bodies and headers. */
export function toUnknownError(error: unknown): Error {
  if (isDefinitionGone(error))
    return new DefinitionGoneError(refusalOf(statusCodeOf(error) ?? 0, reasonOf(error)).message, {
      cause: error,
    })
  if (error instanceof ApiException) return refusalOf(error.code, reasonOf(error))
  if (error instanceof Error && error.name === 'TimeoutError')
    return new Error('The Kubernetes API did not answer in time.', { cause: error })
  const reason = reasonOf(error)
  return new Error(
    `The Kubernetes API could not be reached: ${/reason: (.*)/.exec(reason)?.[1] ?? reason}. Check its address in KUBECONFIG and the network.`,
    { cause: error },
  )
}

/** Why the API refused, and what whoever runs the controller can do about it. */
export const refusalOf = (code: number, reason: string): Error =>
  new Error(`The Kubernetes API answered ${code}: ${reason}${remedyOf(code, reason)}`)

/** The message of a Status object, which the API answers a refusal with. */
export const messageOf = (status: unknown): string | undefined => {
  const message = (status as { message?: unknown } | undefined)?.message
  return typeof message === 'string' ? message : undefined
}

const recovery = 'docs/operations.md says under “A definition was deleted” how it comes back.'

function remedyOf(code: number, reason: string): string {
  if (code === 401) return '. Check the token or certificate by which the controller logs in.'
  if (isTerminating(reason)) return `. Somebody deleted the definition. ${recovery}`
  if (code === 403) return '. Grant it to the controller: docs/operations.md has the role.'
  if (code !== 404) return ''
  if (/^namespaces? /.test(reason)) return '. Create the namespace that NAMESPACE names.'
  return `. Apply the definitions: kubectl apply --server-side -f crds/. If they were there before: ${recovery}`
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
