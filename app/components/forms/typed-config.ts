import * as z from 'zod/mini'
import { configFields } from '../../../core/application/config/fields'
import { formRows } from '../../../core/application/config/form-groups'
import { fieldsRule, singleFields } from '../../input/configuration'
import { applicationNameRule } from '../../input/names'
import { meantBy, refusalOf, rule } from '../../input/rule'
import { runSettingsRule } from '../../input/run-settings'
import { variablesRule } from '../../input/variables'
import type { FormCheck, TypedForm } from '../form-check'
import { readFields } from './read-application-config'
import { readVariableRows } from './read-variables'

/** In the order of the form. */
const fields = formRows.flat().flatMap((name) => singleFields.filter((field) => field === configFields[name]))

const configRule = z.intersection(
  z.intersection(z.object({ applicationName: applicationNameRule }), fieldsRule({ fields })),
  z.intersection(runSettingsRule(), variablesRule()),
)

const typedConfigRule = rule((form: TypedForm, refuse) =>
  meantBy(
    configRule,
    {
      applicationName: form.text('applicationName'),
      ...readFields(form, refuse),
      ...(form.text('variableFile').trim() === '' && readVariableRows(form, refuse)),
    },
    refuse,
  ),
)

/**
 * Why the configuration of an application that is being typed could not be saved, by the rules that the server has. A file of variables,
 * with the rows beside it, is read by the server alone, and so are the quotas of a team.
 */
export const checkTypedConfig: FormCheck = (form) => refusalOf(typedConfigRule, form)
