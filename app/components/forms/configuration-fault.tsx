import { useEffect, useRef, useState } from 'react'
import { Icon } from '../icon'
import { readTyped } from '../form-check'
import { checkTypedConfig } from './typed-config'

const faultOf = (form: HTMLFormElement) => checkTypedConfig(readTyped(form))?.message

/**
 * The first fault of the configuration in the form around it, as it is typed, from the first change on. It belongs below the
 * button, which it would otherwise move away from whoever presses it; without scripts the server says it.
 */
export function ConfigurationFault() {
  const place = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const look = () => setFault(faultOf(form))
    form.addEventListener('change', look)
    // What was a fault is none as soon as it is typed right.
    const lookAgain = () => setFault((before) => before && faultOf(form))
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
