import {
  configEntries,
  type ConfigField,
  type ConfigFieldName,
  type ConfigFields,
  type NumberRule,
} from '../../core/application/config/fields'
import { invalid, type DomainError } from '../../core/errors'
import { tooLong } from '../../core/text/longest'
import { messages } from '../messages/messages'
import { requireExposedPorts, type ExposedPortInput } from './exposed-ports'
import { requireRoleMap } from './role-map'
import { notSuch, readNumber } from './typed-number'

interface Sent {
  number: string | number
  text: string
  ports: ExposedPortInput[]
  roles: Record<string, string>
  variables: Record<string, string>
  secrets: Record<string, string>
  settings: Record<string, unknown>
}

/** What is typed or sent of a field. */
export type SentValue<Name extends ConfigFieldName> = Sent[ConfigFields[Name]['kind']]

type NameOf<Presence extends ConfigField['presence']> = {
  [Name in ConfigFieldName]: ConfigFields[Name]['presence'] extends Presence ? Name : never
}[ConfigFieldName]

/** How an application is run, as it was typed or sent, by the names on the wire: null is none. */
export type ConfigInput = {
  [Name in NameOf<'required'> as ConfigFields[Name]['wire']]: SentValue<Name>
} & { [Name in NameOf<'default'> as ConfigFields[Name]['wire']]?: SentValue<Name> } & {
  [Name in NameOf<'optional'> as ConfigFields[Name]['wire']]?: SentValue<Name> | null
} & {
  /** Text of a `.env` file; its variables are added, and take the place of those with the same name. */
  variableFile?: string
}

/** A field that is checked by itself: of the others it matters what there is already. */
export type SingleField = Extract<ConfigField, { kind: 'number' | 'text' | 'ports' | 'roles' }>

/** In the order in which they are checked. */
export const singleFields = configEntries.flatMap(([, field]) =>
  field.kind === 'number' || field.kind === 'text' || field.kind === 'ports' || field.kind === 'roles'
    ? [field]
    : [],
)

/**
 * What was meant for a field: trimmed, in one notation, null for none.
 *
 * @throws DomainError `invalid` at the field, by its name on the wire
 */
export function requireField(field: SingleField, sent: unknown): unknown {
  switch (field.kind) {
    case 'number':
      return isNone(field, sent) ? null : requireNumber(field, sent as string | number)
    case 'text':
      return requireText(field, sent as string | null)
    case 'ports':
      return requireExposedPorts((sent as ExposedPortInput[] | null) ?? [], field.wire)
    case 'roles':
      return requireRoleMap((sent as Record<string, string> | null) ?? {}, field.wire)
  }
}

const isNone = ({ presence }: SingleField, sent: unknown): boolean =>
  presence === 'optional' && (sent === null || (typeof sent === 'string' && sent.trim() === ''))

const refused = ({ wire }: { wire: string }, fault: string): DomainError =>
  invalid(messages.fieldWrong(fault), { [wire]: fault })

/** Postgres keeps no more digits. */
const finest = 1_000

/** @throws DomainError `invalid` at the field */
export function requireNumber(field: NumberRule & { wire: string }, sent: string | number): number {
  const { range, missing, tooMuch } = field
  const wanted = { ...field, field: field.wire, told: messages.fieldWrong }
  const refuse = (fault: string | undefined) =>
    fault === undefined ? notSuch(sent, wanted) : refused(field, fault)
  const number = readNumber(sent, wanted)
  const isTooSmall = (value: number) => ('above' in range ? !(value > range.above) : value < range.from)
  if (number === undefined || isTooSmall(number)) throw refuse(missing)
  if (number > range.most) throw refuse(tooMuch)
  if (field.isWhole) return number
  const rounded = Math.round(number * finest) / finest
  // What programs calculate is off by less.
  if (Math.abs(rounded - number) > 1e-9) throw notSuch(sent, { ...wanted, rule: field.tooFine ?? field.rule })
  return rounded
}

function requireText(field: Extract<SingleField, { kind: 'text' }>, sent: string | null): string | null {
  const text = sent?.trim() ?? ''
  const fault =
    text === '' ? field.missing : text.length > field.longest ? tooLong(field.longest) : field.fault(text)
  if (fault !== undefined) throw refused(field, fault)
  return text === '' ? null : text
}
