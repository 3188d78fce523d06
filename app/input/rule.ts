import * as z from 'zod/mini'
import { invalid, type DomainError } from '../../core/errors'
import { Message } from '../../core/messages/declare-messages'

/** Tells a fault of what is read, at the part of it that is meant. What is made of it counts no more. */
export type Refuse = (message: Message, ...part: (string | number)[]) => never

interface Reads<Sent, Meant> extends z.core.$ZodTypeInternals<Meant, Sent> {
  optin: undefined extends Sent ? 'optional' : undefined
}

/** A schema of zod whose faults are messages. `zod/mini` is the part of it that is small enough for the browser. */
export type Rule<Sent, Meant> = z.ZodMiniType<Meant, Sent, Reads<Sent, Meant>>

/** What `read` makes of something typed or sent, unless it refuses it. */
export const rule = <Sent, Meant>(read: (sent: Sent, refuse: Refuse) => Meant): Rule<Sent, Meant> =>
  z.transform((sent: Sent, { issues }) =>
    read(sent, (told, ...path) => {
      issues.push({ code: 'custom', input: sent, path, message: told.text, params: { told } })
      return z.NEVER
    }),
  ) as unknown as Rule<Sent, Meant>

/** What `schema` makes of something, whose faults are told by `refuse`: of a part, or of what decides by itself which schema it is. */
export function meantBy<Schema extends z.core.$ZodType>(
  schema: Schema,
  sent: z.input<Schema>,
  refuse: Refuse,
): z.output<Schema> {
  const { success, data, error } = z.safeParse(schema, sent)
  if (success) return data
  for (const issue of error.issues) refuse(toldBy(issue) as Message, ...(issue.path as (string | number)[]))
  return z.NEVER
}

const toldBy = (issue: z.core.$ZodIssue | undefined): Message | undefined =>
  (issue as z.core.$ZodIssueCustom | undefined)?.params?.told as Message | undefined

/** Why something is refused, with the message of the first fault and the fields of all; undefined where it is right. */
export function refusalOf<Schema extends z.core.$ZodType>(
  schema: Schema,
  sent: z.input<Schema>,
): DomainError | undefined {
  const { error } = z.safeParse(schema, sent)
  return error && invalid(toldBy(error.issues[0]) as Message, fieldErrorsOf(error))
}

/** What was meant. @throws DomainError `invalid` with the message of the first fault and the fields of all */
export function readInput<Schema extends z.core.$ZodType>(
  schema: Schema,
  sent: z.input<Schema>,
): z.output<Schema> {
  const { success, data, error } = z.safeParse(schema, sent)
  if (success) return data
  throw invalid(toldBy(error.issues[0]) as Message, fieldErrorsOf(error))
}

/** What was meant by the field. @throws DomainError `invalid` at it */
export const readField = <Sent, Meant>(
  schema: z.ZodMiniType<Meant, Sent>,
  sent: Sent,
  field: string,
): Meant => readInput(z.object({ [field]: schema }), { [field]: sent } as never)[field] as Meant

/** Codes of what schemas find wrong by themselves. */
const schemaCodes = {
  invalid_type: 'fields.wrongType',
  invalid_value: 'fields.notAllowed',
  invalid_format: 'fields.wrongFormat',
  invalid_union: 'fields.wrongShape',
  invalid_key: 'fields.wrongKey',
  invalid_element: 'fields.wrongElement',
  unrecognized_keys: 'fields.unknown',
  too_big: 'fields.tooLarge',
  too_small: 'fields.tooSmall',
  not_multiple_of: 'fields.notMultiple',
  custom: 'fields.wrong',
} satisfies Record<z.core.$ZodIssue['code'], string>

/** The first message for each field, by its path: `ports.0.port`. */
export function fieldErrorsOf({ issues }: z.core.$ZodError): Record<string, Message> {
  const fields = new Map<string, Message>()
  for (const issue of issues) {
    const field = issue.path.join('.') || 'body'
    const message = toldBy(issue) ?? new Message(schemaCodes[issue.code], issue.message)
    if (!fields.has(field)) fields.set(field, message)
  }
  return Object.fromEntries(fields)
}
