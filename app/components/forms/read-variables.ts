import * as z from 'zod/mini'
import type { Message } from '../../../core/messages/declare-messages'
import { longest } from '../../../core/text/longest'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import { meantBy, rule, type Refuse } from '../../input/rule'
import { variableFileRule, markOfVariableFile } from '../../input/variable-file'
import { variableMessages } from '../../messages/variable-messages'
import type { TypedForm } from '../form-check'

/** The variables that <VariableFields> sends. A file is refused that was not looked at yet. */
export const readVariables = (form: SubmittedForm, refuse: Refuse) => ({
  variableFile: readFile(form, refuse),
  ...readVariableRows(form, refuse),
})

/** Those that stand in rows. */
export const readVariableRows = (form: TypedForm, refuse: Refuse) => ({
  environmentVariables: readRows(
    form,
    { ...variableRows, names: 'variableName', values: 'variableValue' },
    refuse,
  ),
  secrets: readRows(form, { ...variableRows, names: 'referenceName', values: 'referenceArn' }, refuse),
})

const variableRows = {
  longestValue: longest.variableValue,
  missing: variableMessages.nameMissing,
  twice: variableMessages.twice,
}

/** Right once its writer has seen it read: what they meant is theirs to say, before anything is saved. */
const readFileRule = z.pipe(
  variableFileRule,
  rule((_: Record<string, string>, refuse): string => refuse(variableMessages.fileWasRead)),
)

function readFile(form: SubmittedForm, refuse: Refuse): string {
  const text = form.text('variableFile', longest.variableFile)
  if (text.trim() === '' || form.text('variableFileRead') === markOfVariableFile(text)) return text
  return meantBy(readFileRule, text, (told) => refuse(told, 'variableFile'))
}

interface Rows {
  /** The repeated fields of names and values. */
  names: string
  values: string
  longestValue?: number
  /** Of a name that another row has already. */
  twice: Message
  /** Of a value without a name, where the row says so. */
  missing?: Message
}

/** A map that stands in rows, without those in which nothing was typed. A fault is at the name of its row. */
export function readRows(
  form: Pick<TypedForm, 'all'>,
  { names, values, longestValue, twice, missing }: Rows,
  refuse: Refuse,
): Record<string, string> {
  const typedValues = form.all(values, longestValue)
  const rows = new Map<string, string>()
  form.all(names).forEach((typed, row) => {
    const [name, value] = [typed.trim(), typedValues[row] ?? '']
    if (name === '' && value.trim() === '') return
    if (name === '' && missing) refuse(missing, names, row)
    else if (rows.has(name)) refuse(twice, names, row)
    else rows.set(name, value)
  })
  return Object.fromEntries(rows)
}
