import { configFields, formRows } from '../../../core/application/config/fields'
import { DomainError, type FieldErrors } from '../../../core/errors'
import { requireField, singleFields } from '../../input/configuration'
import { requireApplicationName } from '../../input/names'
import { requireRunSettings } from '../../input/run-settings'
import type { FormFault, TypedForm } from '../form-check'
import { readField, readRunSettings } from './read-application-config'

/** In the order of the form. Variables are read by the server alone, which knows what a file of them means. */
const asShown = formRows
  .flat()
  .flatMap((name) => singleFields.filter((field) => field === configFields[name]))

/** The first thing that the configuration of an application lacks, by the rules that the server has; undefined when it could be saved. */
export function findConfigurationFault(form: TypedForm): FormFault | undefined {
  const checks = [
    () => requireApplicationName(form.text('applicationName')),
    ...asShown.map((field) => () => {
      const typed = readField(form, field)
      if (typed !== undefined) requireField(field, typed)
    }),
    () => requireRunSettings(readRunSettings(form)),
  ]
  for (const check of checks)
    try {
      check()
    } catch (fault) {
      if (fault instanceof DomainError) return { message: fault.message, fields: firstOf(fault.fields) }
      throw fault
    }
  return undefined
}

const firstOf = (fields: FieldErrors = {}): FieldErrors =>
  Object.fromEntries(Object.entries(fields).slice(0, 1))
