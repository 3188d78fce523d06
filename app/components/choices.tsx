import type { ReactNode } from 'react'
import { useForm } from './form-context'

interface ChoicesProps<Value extends string> {
  legend: ReactNode
  /** Name of all the boxes: each that is ticked sends its value. */
  name: string
  labels: readonly (readonly [Value, ReactNode])[]
  chosen: readonly Value[]
}

/** Boxes to tick, any number of them. */
export function Choices<Value extends string>({ legend, name, labels, chosen }: ChoicesProps<Value>) {
  const { refusal } = useForm()
  const ticked: readonly string[] = refusal ? (refusal.values[name] ?? []) : chosen
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="space-y-2">
        {labels.map(([value, label]) => (
          <label key={value} className="flex items-start gap-2">
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={ticked.includes(value)}
              className="mt-0.5 h-4 w-4 flex-none accent-accent"
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
