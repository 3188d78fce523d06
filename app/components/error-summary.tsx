import { useEffect, useRef } from 'react'
import { fieldId, useForm } from './form-context'
import { Icon } from './icon'

/** Why the form was refused, with a link to each field that is meant. Gets the focus when it appears. */
export function ErrorSummary() {
  const form = useForm()
  const element = useRef<HTMLDivElement>(null)
  const { failure } = form
  useEffect(() => {
    if (failure) element.current?.focus()
  }, [failure])
  if (!failure) return null
  const fields = Object.entries(failure.fields).filter(([, message]) => message !== failure.message)
  return (
    <div
      ref={element}
      tabIndex={-1}
      // Gives it the focus where no scripts run.
      autoFocus
      role="alert"
      className="flex gap-2 rounded-md border border-bad bg-surface px-3 py-2"
    >
      <Icon name="cross" className="mt-0.5 text-bad" />
      <div className="min-w-0">
        <p className="font-medium">{failure.message}</p>
        {fields.length > 0 && (
          <ul className="mt-1">
            {fields.map(([field, message]) => (
              <li key={field}>
                <a className="link" href={`#${fieldId(form, field)}`}>
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
