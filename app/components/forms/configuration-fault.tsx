import { useEffect, useRef, useState } from 'react'
import { Icon } from '../icon'
import { findConfigurationFault, type TypedForm } from './find-configuration-fault'

const typedForm = (form: HTMLFormElement): TypedForm => {
  const all = (name: string) =>
    new FormData(form).getAll(name).filter((value): value is string => typeof value === 'string')
  return { all, text: (name) => all(name)[0] ?? '' }
}

/**
 * The first fault of the configuration in the form around it, as it is typed, from the first change on. It stands where the button is,
 * so that nobody has to send the form to be told; without scripts the server says it.
 */
export function ConfigurationFault() {
  const place = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const look = () => setFault(findConfigurationFault(typedForm(form), 'applicationName' in form.elements))
    form.addEventListener('change', look)
    // What was a fault is none as soon as it is typed right.
    const lookAgain = () =>
      setFault(
        (before) => before && findConfigurationFault(typedForm(form), 'applicationName' in form.elements),
      )
    form.addEventListener('input', lookAgain)
    return () => {
      form.removeEventListener('change', look)
      form.removeEventListener('input', lookAgain)
    }
  }, [])
  return (
    <div ref={place} aria-live="polite">
      {fault !== undefined && (
        <p className="flex gap-2 text-warn">
          <Icon name="alert" className="mt-0.5" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{fault}</span>
        </p>
      )}
    </div>
  )
}
