import { invalid } from '../../../core/errors'
import { longest } from '../../../core/text/longest'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import { checkAll, checkEach } from '../../input/check-all'
import { variableMessages } from '../../messages/variable-messages'

/**
 * The variables that <VariableFields> sends.
 *
 * @throws DomainError `invalid` at the row whose name is missing, or another one has already
 */
export const readVariables = (form: SubmittedForm) => ({
  ...checkAll({
    environmentVariables: () => readRows(form, 'variableName', 'variableValue'),
    secrets: () => readRows(form, 'referenceName', 'referenceArn'),
  }),
  variableFile: form.text('variableFile', longest.variableFile),
})

/** Rows in which nothing was typed are left out. */
function readRows(form: SubmittedForm, nameField: string, valueField: string): Record<string, string> {
  const values = form.all(valueField, longest.variableValue)
  const rows = new Map<string, string>()
  checkEach(form.all(nameField), (typed, row) => {
    const [name, value] = [typed.trim(), values[row] ?? '']
    if (name === '' && value.trim() === '') return
    const fault = name === '' ? variableMessages.nameMissing : rows.has(name) && variableMessages.twice
    if (fault) throw invalid(fault, { [`${nameField}.${row}`]: fault })
    rows.set(name, value)
  })
  return Object.fromEntries(rows)
}
