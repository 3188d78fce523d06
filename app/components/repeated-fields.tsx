import { useEffect, useId, useState } from 'react'
import { useForm } from './form-context'

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
  }[]
  /** What the rows hold, a value per column. */
  rows: string[][]
  /** `Add port` */
  addLabel: string
  /** Name of the field that an error about the rows is reported for. */
  errorField: string
  /** Shows the labels of the columns above them, for rows that are filled in from the start. */
  hasHeadings?: boolean
}

/** Empty rows that are always there, so that something can be added without JavaScript. */
const spareRows = 2

/** A list of short entries, a row each. Rows left empty do not count. */
export function RepeatedFields({
  legend,
  hint,
  columns,
  rows,
  addLabel,
  errorField,
  hasHeadings = false,
}: RepeatedFieldsProps) {
  const id = useId()
  const { failure } = useForm()
  const [added, setAdded] = useState(0)
  const [canAdd, setCanAdd] = useState(false)
  useEffect(() => setCanAdd(true), [])
  const shown = failure ? typedRows(columns, failure.values) : rows
  const count = shown.length + (failure ? 0 : spareRows) + added
  const error = failure?.fields[errorField]
  return (
    <fieldset aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}>
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
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="flex gap-2">
            {columns.map(({ name, label, ...input }, column) => (
              <input
                key={name}
                {...input}
                name={name}
                aria-label={`${label}, row ${index + 1}`}
                aria-invalid={error ? true : undefined}
                placeholder={hasHeadings ? undefined : (input.placeholder ?? label)}
                defaultValue={shown[index]?.[column] ?? ''}
                className="input"
              />
            ))}
          </div>
        ))}
      </div>
      {canAdd && (
        <button type="button" className="button mt-2 px-2 py-1" onClick={() => setAdded(added + 1)}>
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

const typedRows = (columns: RepeatedFieldsProps['columns'], values: Record<string, string[]>): string[][] => {
  const length = Math.max(...columns.map(({ name }) => values[name]?.length ?? 0))
  return Array.from({ length }, (_, index) => columns.map(({ name }) => values[name]?.[index] ?? ''))
}
