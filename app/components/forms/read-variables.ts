import { invalid } from '../../../core/errors'
import { longest } from '../../../core/text/longest'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import { checkAll, checkEach } from '../../input/check-all'
import { parseVariableFile } from '../../input/parse-variable-file'
import { markOfVariableFile } from '../../input/variable-file-mark'
import { variableMessages } from '../../messages/variable-messages'

/**
 * The variables that <VariableFields> sends.
 *
 * @throws DomainError `invalid` at the row whose name is missing, or another one has already, and at a file that was not looked at yet
 */
export const readVariables = (form: SubmittedForm) => ({
  ...checkAll({
    variableFile: () => readFile(form),
    environmentVariables: () => readRows(form, 'variableName', 'variableValue'),
    secrets: () => readRows(form, 'referenceName', 'referenceArn'),
  }),
})

/** The text of a `.env` file that its writer has seen read: what they meant is theirs to say, before anything is saved. */
function readFile(form: SubmittedForm): string {
  const text = form.text('variableFile', longest.variableFile)
  if (text.trim() === '' || form.text('variableFileRead') === markOfVariableFile(text)) return text
  parseVariableFile(text, 'variableFile')
  throw invalid(variableMessages.fileWasRead, { variableFile: variableMessages.fileWasRead })
}

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
