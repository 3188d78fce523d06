import * as z from 'zod/mini'
import {
  configEntries,
  type ConfigField,
  type ConfigFieldName,
  type ConfigFields,
  type NumberRule,
} from '../../core/application/config/fields'
import { tooLong } from '../../core/text/longest'
import { messages } from '../messages/messages'
import { exposedPortsRule, type ExposedPortInput } from './exposed-ports'
import { roleMapRule } from './role-map'
import { meantBy, rule, type Refuse, type Rule } from './rule'
import { scheduleRule, type ScheduleEntryInput } from './schedule'
import { notSuch, readNumber } from './typed-number'

interface Sent {
  number: string | number
  text: string
  ports: ExposedPortInput[]
  roles: Record<string, string>
  schedule: ScheduleEntryInput[]
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
export type SingleField = Extract<ConfigField, { kind: 'number' | 'text' | 'ports' | 'roles' | 'schedule' }>

const isSingle = (field: ConfigField): field is SingleField =>
  field.kind !== 'settings' && field.kind !== 'variables' && field.kind !== 'secrets'

/** In the order in which they are checked. */
export const singleFields = configEntries.flatMap(([, field]) => (isSingle(field) ? [field] : []))

/** What was meant for a field: trimmed, in one notation, null for none. */
export function fieldRule(field: SingleField): Rule<unknown, unknown> {
  switch (field.kind) {
    case 'number':
      return rule((sent, refuse) => (isNone(field, sent) ? null : meantNumber(field, sent, refuse)))
    case 'text':
      return rule((sent, refuse) => meantText(field, sent as string | null, refuse))
    case 'ports':
      return exposedPortsRule as Rule<unknown, unknown>
    case 'roles':
      return roleMapRule as Rule<unknown, unknown>
    case 'schedule':
      return orNone(scheduleRule())
  }
}

/** An application has none of an empty schedule. */
export const orNone = (schedule: ReturnType<typeof scheduleRule>): Rule<unknown, unknown> =>
  rule((sent, refuse) => {
    const meant = meantBy(schedule, sent as string, refuse)
    return meant === null || meant.length === 0 ? null : meant
  })

interface WantedFields {
  /** In the order in which they are checked. */
  fields?: SingleField[]
  /** Whether any field may be left out, rather than only what is as by default. */
  isPart?: boolean
  ruleOf?(field: SingleField): z.ZodMiniType
}

/** Fields by their names on the wire. */
export const fieldsRule = ({ fields = singleFields, isPart = false, ruleOf = fieldRule }: WantedFields) =>
  z.object(
    Object.fromEntries(
      fields.map((field) => [
        field.wire,
        isPart || field.presence === 'default' ? z.optional(ruleOf(field)) : ruleOf(field),
      ]),
    ),
  )

const isNone = ({ presence }: SingleField, sent: unknown): boolean =>
  presence === 'optional' &&
  (sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === ''))

/** A number as it was typed or sent. */
export const numberRule = (wanted: NumberRule): Rule<string | number, number> =>
  rule((sent, refuse) => meantNumber(wanted, sent, refuse))

/** Postgres keeps no more digits. */
const finest = 1_000

function meantNumber(field: NumberRule, sent: unknown, refuse: Refuse): number {
  const { range, missing, tooMuch } = field
  const typed = sent as string | number
  const wanted = { ...field, told: messages.fieldWrong }
  const refuseAs = (fault: string | undefined) =>
    refuse(fault === undefined ? notSuch(typed, wanted) : messages.fieldWrong(fault))
  const number = readNumber(typed, wanted)
  const isTooSmall = (value: number) => ('above' in range ? value <= range.above : value < range.from)
  if (Number.isNaN(number)) return refuseAs(undefined)
  if (number === undefined || isTooSmall(number)) return refuseAs(missing)
  if (number > range.most) return refuseAs(tooMuch)
  if (field.isWhole) return number
  const rounded = Math.round(number * finest) / finest
  // What programs calculate is off by less.
  if (Math.abs(rounded - number) <= 1e-9) return rounded
  return refuse(notSuch(typed, { ...wanted, rule: field.tooFine ?? field.rule }))
}

function meantText(
  field: Extract<SingleField, { kind: 'text' }>,
  sent: string | null,
  refuse: Refuse,
): string | null {
  const text = sent?.trim() ?? ''
  const fault =
    text === '' ? field.missing : text.length > field.longest ? tooLong(field.longest) : field.fault(text)
  return fault === undefined ? text || null : refuse(messages.fieldWrong(fault))
}
