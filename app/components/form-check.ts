import type { FieldErrors } from '../../core/errors'
import type { FormFailure, SubmittedForm } from '../http/forms/submitted-form'
import { toRowFields } from '../http/pages/row-fields'

/** The readable part of a form that is not sent yet. */
export type TypedForm = Pick<SubmittedForm, 'text' | 'all'>

/** A fault of a form that is not sent yet, as the server would tell it. */
export interface FormFault {
  message: string
  fields: FieldErrors
}

/** Finds in the browser what the server would refuse; undefined when it may be sent. */
export type FormCheck = (form: TypedForm) => FormFault | undefined

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
  const fault = check(readTyped(form))
  if (!fault) return undefined
  const values = valuesOf(form)
  return { form: name, subject, message: fault.message, fields: toRowFields(fault.fields, values), values }
}

function valuesOf(form: HTMLFormElement): FormFailure['values'] {
  const values = new Map<string, string[]>()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') values.set(name, [...(values.get(name) ?? []), value])
  return Object.fromEntries(values)
}
