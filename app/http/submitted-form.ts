import type { z } from 'zod'
import { DomainError, type FieldErrors } from '../../core/errors'
import { isSecretField } from '../../core/secret-field'
import { isStorableText } from '../../core/storable-text'

/** What a refused form gives back to its page, so that it can be shown again as it was typed. */
export interface FormFailure {
  /** The `name` of the <Form> that was sent. */
  form: string
  /** Its `subject`, if it has one. */
  subject: string
  message: string
  fields: FieldErrors
  /** What was typed, by field; never a secret. */
  values: Record<string, string[]>
}

/** A form that somebody sent. */
export interface SubmittedForm {
  /** The `name` of the <Form>. */
  name: string
  /** What the <Form> is about, where several have the same name: the id of a row. */
  subject: string
  /** The first value of a field as it was typed; empty when it is absent. */
  text(field: string): string
  /** Every value of a repeated field. */
  all(field: string): string[]
  /** Whether a checkbox was ticked. */
  isChecked(field: string): boolean
  /** The fields through a schema of strings. @throws DomainError `invalid` with a message per field */
  parse<Output>(schema: z.ZodType<Output>): Output
  /** For `once`: the same for a form that is sent twice, another one when anything in it was changed. */
  submissionId: string | undefined
  /** The first field with text that cannot be kept. */
  unstorableField: string | undefined
  /** What may be shown again. */
  values: Record<string, string[]>
}

const ownFields = new Set(['xsrf', 'submission', 'form', 'subject'])

const fieldsOf = (data: URLSearchParams): string[] =>
  [...new Set(data.keys())].filter((field) => !ownFields.has(field))

const valuesOf = (data: URLSearchParams): FormFailure['values'] =>
  Object.fromEntries(
    fieldsOf(data)
      .filter((field) => !isSecretField(field))
      .map((field) => [field, data.getAll(field)]),
  )

/** What a form is told that was refused before its page could read it. */
export const formFailure = (data: URLSearchParams, message: string): FormFailure => ({
  form: data.get('form') ?? '',
  subject: data.get('subject') ?? '',
  message,
  fields: {},
  values: valuesOf(data),
})

/** Reads the body of a form that <Form> of app/components made. */
export async function readForm(request: Request): Promise<SubmittedForm> {
  const data = new URLSearchParams(await request.text())
  const fields = fieldsOf(data)
  const values = valuesOf(data)
  const submission = data.get('submission')
  const subject = data.get('subject') ?? ''
  return {
    name: data.get('form') ?? '',
    subject,
    text: (field) => data.get(field) ?? '',
    all: (field) => data.getAll(field),
    isChecked: (field) => data.has(field),
    parse(schema) {
      const parsed = schema.safeParse(Object.fromEntries(fields.map((field) => [field, data.get(field)])))
      if (parsed.success) return parsed.data
      throw new DomainError('invalid', 'Please check the marked fields.', {
        fields: fieldErrorsOf(parsed.error),
      })
    },
    submissionId: submission ? await digest(`${submission} ${subject} ${JSON.stringify(values)}`) : undefined,
    unstorableField: [...data].find((pair) => !pair.every(isStorableText))?.[0],
    values,
  }
}

/** The first message for each field, by its path: `ports.0.port`. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const { path, message } of error.issues) fields[path.join('.') || 'body'] ??= message
  return fields
}

// The changed form of somebody who went back must not get the answer of the first one, so the id covers the contents.
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
