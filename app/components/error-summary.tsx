import { useEffect, useRef, type MouseEvent } from 'react'
import { CopyText } from './copy-text'
import { fieldId, useForm } from './form-context'
import { Icon } from './icon'
import { RemedyLink } from './remedy-link'

/** Why the form was refused, or what it has to be sent again with, with a link to each field that is meant. Gets the focus when it appears. */
export function ErrorSummary() {
  const form = useForm()
  const element = useRef<HTMLDivElement>(null)
  const { failure } = form
  // One refusal, however many of its faults were mended since.
  const refused = failure?.values
  useEffect(() => {
    if (refused) element.current?.focus()
  }, [refused])
  if (!failure?.message) return null
  const faults = Object.values(failure.fields)
  // A field that has no fault is asked for.
  const isQuestion = faults.length > 0 && faults.every((fault) => fault === '')
  const fields = Object.entries(failure.fields).filter(
    ([, message]) => message !== '' && message !== failure.message,
  )
  return (
    <div
      ref={element}
      tabIndex={-1}
      // Gives it the focus where no scripts run.
      autoFocus
      role="alert"
      className={`flex basis-full scroll-mt-20 gap-2 rounded-md border bg-surface px-3 py-2 ${isQuestion ? 'border-warn' : 'border-bad'}`}
    >
      <Icon
        name={isQuestion ? 'alert' : 'cross'}
        className={`mt-0.5 ${isQuestion ? 'text-warn' : 'text-bad'}`}
      />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-medium">{failure.message}</p>
        <RemedyLink docs={failure.documentation} />
        {failure.requestId !== undefined && (
          <p className="mt-1 text-muted">
            Request <CopyText label="request ID" text={failure.requestId} isCompact />
          </p>
        )}
        {fields.length > 0 && (
          <ul className="mt-1">
            {fields.map(([field, message]) => (
              <li key={field}>
                <a className="link" href={`#${fieldId(form, field)}`} onClick={focusTarget}>
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

/** Goes to the field as the link does, but without a new address: Remix would take that for another page, and forget what was refused. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1))
  if (!target) return
  event.preventDefault()
  target.focus()
}
