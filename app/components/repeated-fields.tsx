import { createElement, useEffect, useId, useState } from 'react'
import type { TypingRuleName } from '../input/typing-rules'
import { takenBy } from './field'
import { fieldId, useForm } from './form-context'
import { KeptOutWord } from './kept-out-word'

interface RepeatedFieldsProps {
  legend: string
  hint: string
  /** The inputs of a row: their names, the same in every row. */
  columns: {
    name: string
    label: string
    placeholder?: string
    inputMode?: 'numeric' | 'decimal'
    maxLength?: number
    autoCapitalize?: string
    autoComplete?: string
    spellCheck?: boolean
    /** Takes several lines. */
    isMultiline?: boolean
    /** The keys that it takes. */
    typing?: TypingRuleName
  }[]
  /** The values of the rows, one per column. */
  rows: string[][]
  /** `Add port` */
  addLabel: string
  /** Name of the field that an error about all rows together is reported for; that of one row stands below it. */
  errorField: string
  /** Shows the labels of the columns above them, for rows that are filled in from the start. */
  hasHeadings?: boolean
  /** Empty rows that are always there. */
  spareRows?: number
}

/** So many more where no scripts run, which add one for a press of the button. */
const rowsWithoutScripts = 2

/** A list of short entries, a row each. Rows left empty do not count. */
export function RepeatedFields({
  legend,
  hint,
  columns,
  rows,
  addLabel,
  errorField,
  hasHeadings = false,
  spareRows = 1,
}: RepeatedFieldsProps) {
  const id = useId()
  const form = useForm()
  const { failure } = form
  const typed = failure?.values
  // What was sent with a refused form has the rows that were added before.
  const [more, setMore] = useState({ rows: 0, to: typed })
  const added = more.to === typed ? more.rows : 0
  const [canAdd, setCanAdd] = useState(false)
  useEffect(() => setCanAdd(true), [])
  const shown = typed ? typedRows(columns, typed) : rows
  const count = shown.length + (typed ? 0 : spareRows) + added
  const error = failure?.fields[errorField]
  return (
    <fieldset
      id={fieldId(form, errorField)}
      tabIndex={-1}
      className="min-w-0 [overflow-wrap:anywhere]"
      aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
    >
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="space-y-2">
        {hasHeadings && (
          <div className="flex gap-2 text-muted" aria-hidden="true">
            {columns.map(({ name, label }) => (
              <span key={name} className="flex-1">
                {label}
              </span>
            ))}
          </div>
        )}
        {indexes(0, count).map((index) => (
          <Row
            key={index}
            index={index}
            columns={columns}
            hasHeadings={hasHeadings}
            typed={shown[index] ?? []}
          />
        ))}
        {!typed && (
          <noscript className="block space-y-2">
            {indexes(count, count + rowsWithoutScripts).map((index) => (
              <Row key={index} index={index} columns={columns} hasHeadings={hasHeadings} typed={[]} />
            ))}
          </noscript>
        )}
      </div>
      {canAdd && (
        <button
          type="button"
          className="button mt-2 px-2 py-1"
          onClick={() => setMore({ rows: added + 1, to: typed })}
        >
          {addLabel}
        </button>
      )}
      <p id={`${id}-hint`} className="mt-1 text-muted">
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1 font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const indexes = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

interface RowProps extends Pick<RepeatedFieldsProps, 'columns' | 'hasHeadings'> {
  index: number
  typed: string[]
}

function Row({ index, columns, typed, hasHeadings }: RowProps) {
  const form = useForm()
  const errorOf = (name: string) => form.failure?.fields[`${name}.${index}`]
  const idOf = (name: string) => fieldId(form, `${name}.${index}`)
  const faulty = columns.filter(({ name }) => errorOf(name) !== undefined)
  return (
    <div>
      <div className="flex gap-2">
        {columns.map(({ name, label, isMultiline = false, typing, maxLength, ...input }, column) =>
          createElement(isMultiline ? 'textarea' : 'input', {
            key: name,
            ...input,
            ...takenBy({ typing, maxLength }),
            id: idOf(name),
            name,
            'aria-label': `${label}, row ${index + 1}`,
            'aria-invalid': errorOf(name) ? true : undefined,
            'aria-describedby': errorOf(name) ? `${idOf(name)}-error` : undefined,
            placeholder: hasHeadings ? undefined : (input.placeholder ?? label),
            defaultValue: typed[column] ?? '',
            className: 'input',
            ...(isMultiline && { rows: linesOf(typed[column]) }),
          }),
        )}
      </div>
      {columns.map(({ name }) => (
        <KeptOutWord key={name} field={`${name}.${index}`} />
      ))}
      {faulty.map(({ name }) => (
        <p key={name} id={`${idOf(name)}-error`} className="mt-1 font-medium text-bad">
          {errorOf(name)}
        </p>
      ))}
    </div>
  )
}

const mostLinesShown = 4

const linesOf = (value = ''): number => Math.min(value.split('\n').length, mostLinesShown)

const typedRows = (columns: RepeatedFieldsProps['columns'], values: Record<string, string[]>): string[][] => {
  const length = Math.max(...columns.map(({ name }) => values[name]?.length ?? 0))
  return Array.from({ length }, (_, index) => columns.map(({ name }) => values[name]?.[index] ?? ''))
}
