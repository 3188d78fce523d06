import type { DomainError } from '../../core/errors'
import type { FormFailure, SubmittedForm } from '../http/forms/submitted-form'
import { toRowFields } from '../http/pages/row-fields'

/** The readable part of a form that is not sent yet. */
export type TypedForm = Pick<SubmittedForm, 'text' | 'all'>

/** Finds in the browser why the server would refuse a form; undefined when it may be sent. */
export type FormCheck = (form: TypedForm) => DomainError | undefined

export const readTyped = (form: HTMLFormElement): TypedForm => {
  const values = valuesOf(form)
  return { all: (name) => values[name] ?? [], text: (name) => values[name]?.[0] ?? '' }
}

/** The refusal of the form called `name`, by a check in the browser. */
export function checkForm(
  form: HTMLFormElement,
  check: FormCheck,
  { name, subject }: { name: string; subject: string },
): FormFailure | undefined {
  const refused = check(readTyped(form))
  if (!refused) return undefined
  const values = valuesOf(form)
  const { message, told, fields = {} } = refused
  return {
    form: name,
    subject,
    message,
    documentation: told.docs,
    fields: toRowFields(fields, values),
    values,
  }
}

function valuesOf(form: HTMLFormElement): FormFailure['values'] {
  const values = new Map<string, string[]>()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') values.set(name, [...(values.get(name) ?? []), value])
  return Object.fromEntries(values)
}
