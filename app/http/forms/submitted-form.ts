import { requestMessages } from '../../messages/request-messages'
import type { z } from 'zod'
import { firstFaults, invalid, type FieldErrors } from '../../../core/errors'
import { longest, most } from '../../../core/text/longest'
import { fieldErrorsOf } from '../../input/rule'
import { isSecretField } from '../../input/secret-field'
import { isStorableText } from '../../input/storable-text'
import type { SentFields } from './sent-fields'

/** The failure that a refused form gives back to its page, so that it can be shown again as it was typed. */
export interface FormFailure {
  /** The `name` of the <Form> that was sent. */
  form: string
  /** Its `subject`, if it has one. */
  subject: string
  message: string
  fields: FieldErrors
  /** Where the documentation says what to do, as a path of the portal. */
  documentation?: string
  /** The typed values by field; never a secret. */
  values: Record<string, string[]>
  /** The present revision of what somebody changed meanwhile: with it the form can be sent again. */
  revision?: string
  /** Names a failure of ours to whoever looks into it. */
  requestId?: string
}

/** A form that somebody sent. */
export interface SubmittedForm {
  /** The `name` of the <Form>. */
  name: string
  /** The subject of the <Form>, where several have the same name: the id of a row. */
  subject: string
  /**
   * The first value of a field as it was typed; empty when it is absent. A line, unless `longestText` lets it have more characters.
   *
   * @throws DomainError `invalid` at the field for a longer one
   */
  text(field: string, longestText?: number): string
  /** Every value of a repeated field. @throws DomainError `invalid` at the field for too many, and for more than a line, or `longestText` */
  all(field: string, longestText?: number): string[]
  /** The revision of what the form was filled with; undefined where it says none. */
  revision: string | undefined
  /** Whether a checkbox was ticked. */
  isChecked(field: string): boolean
  /** The fields through a schema of strings. @throws DomainError `invalid` with a message per field */
  parse<Output>(schema: z.ZodType<Output>): Output
  /** For writes: the same for a form that one browser sends twice, another one when anything in it was changed. */
  submissionId: string | undefined
  /** The first field with text that cannot be kept. */
  unstorableField: string | undefined
  /** The fields that may be shown again. */
  values: Record<string, string[]>
}

const ownFields = new Set(['xsrf', 'submission', 'form', 'subject', 'secretsLeftOut'])

/** The fields that may be shown again. */
const valuesOf = (fields: SentFields): FormFailure['values'] =>
  Object.fromEntries(
    [...fields]
      .filter(([name]) => !ownFields.has(name) && !isSecretField(name))
      .map(([name, values]) => [name, [...values]]),
  )

const firstOf = (fields: SentFields, name: string): string => fields.get(name)?.[0] ?? ''

/** A form that was refused before its page could read it, as the error page offers it again. */
export const formFailure = (fields: SentFields, message: string): FormFailure => ({
  form: firstOf(fields, 'form'),
  subject: firstOf(fields, 'subject'),
  message,
  fields: {},
  values: valuesOf(fields),
})

/** A form as it was sent, but for its secrets, to be sent again from a page on which it cannot be shown. */
export interface KeptForm {
  fields: { name: string; value: string }[]
  hasSecrets: boolean
}

/** The tokens are those of the form, so that it can do no more than the form could. */
export const toKeptForm = (sent: SentFields): KeptForm => ({
  fields: [...sent].flatMap(([name, values]) =>
    isSecretField(name) ? [] : values.map((value) => ({ name, value })),
  ),
  hasSecrets: [...sent.keys()].some(isSecretField),
})

/** The form that <Form> of app/components made, from what was sent. */
export async function readForm(sent: SentFields): Promise<SubmittedForm> {
  const values = valuesOf(sent)
  const submission = firstOf(sent, 'submission')
  const subject = firstOf(sent, 'subject')
  const text: SubmittedForm['text'] = (field, longestText = longest.line) =>
    requireShort(firstOf(sent, field), field, longestText)
  return {
    name: firstOf(sent, 'form'),
    subject,
    text,
    all: (field, longestText) =>
      requireFew(sent.get(field) ?? [], field).map((value) => requireShort(value, field, longestText)),
    revision: sent.has('revision') ? text('revision') : undefined,
    isChecked: (field) => sent.has(field),
    parse(schema) {
      const names = [...sent.keys()].filter((name) => !ownFields.has(name))
      const parsed = schema.safeParse(Object.fromEntries(names.map((name) => [name, text(name)])))
      if (parsed.success) return parsed.data
      const faults = fieldErrorsOf(parsed.error)
      throw invalid(requestMessages.formWrong(firstFaults(faults).more), faults)
    },
    submissionId: submission
      ? await digest(JSON.stringify([firstOf(sent, 'xsrf'), submission, subject, values]))
      : undefined,
    unstorableField: [...sent].find((field) => !field.flat().every(isStorableText))?.[0],
    values,
  }
}

function requireShort(value: string, field: string, characters: number = longest.line): string {
  if (value.length <= characters) return value
  const message = requestMessages.tooLong(characters)
  throw invalid(message, { [field]: message })
}

function requireFew(values: readonly string[], field: string): readonly string[] {
  if (values.length <= most.repeatedFields) return values
  const message = requestMessages.tooMany(most.repeatedFields)
  throw invalid(message, { [field]: message })
}

// The changed form of somebody who went back must not get the answer of the first one, so the id covers the contents.
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
