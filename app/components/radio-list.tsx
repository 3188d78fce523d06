import type { ReactNode } from 'react'
import { fieldId, useForm } from './form-context'

interface RadioListProps {
  name: string
  legend: string
  /** The choices, each with a description. None is chosen at first. */
  choices: { value: string; label: ReactNode; about: ReactNode }[]
}

/** Asks for one of several things that take more than a word to tell apart. */
export function RadioList({ name, legend, choices }: RadioListProps) {
  const form = useForm()
  const id = fieldId(form, name)
  const error = form.failure?.fields[name]
  const typed = form.failure?.values[name]?.[0]
  return (
    <fieldset id={id} tabIndex={-1} className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium">{legend}</legend>
      <ul className="panel divide-y divide-line">
        {choices.map(({ value, label, about }) => (
          <li key={value} className="space-y-2 px-3 py-3">
            <label className="flex items-start gap-2 [overflow-wrap:anywhere]">
              <input
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === typed}
                className="mt-0.5 h-4 w-4 flex-none accent-accent"
              />
              <span className="min-w-0">{label}</span>
            </label>
            <div className="pl-6">{about}</div>
          </li>
        ))}
      </ul>
      {error && (
        <p id={`${id}-error`} className="mt-1 font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
