import { useCallback, useState, type FormEvent } from 'react'
import type { FormFailure } from '../http/forms/submitted-form'

interface Mended {
  refusal: FormFailure | undefined
  fields: string[]
}

/**
 * The refusal of a form without the faults that were mended since: once something else was typed in its field, nobody knows
 * whether a fault is still there. The form is refused again if it is.
 */
export function useMending(id: string, refusal: FormFailure | undefined) {
  const [mended, setMended] = useState<Mended>({ refusal, fields: [] })
  const mend = useCallback(
    (field: string) =>
      setMended((before) => {
        const fields = before.refusal === refusal ? before.fields : []
        return fields.includes(field) ? before : { refusal, fields: [...fields, field] }
      }),
    [refusal],
  )
  const onInput = ({ target }: FormEvent) => {
    const isControl = target instanceof HTMLElement && target.id.startsWith(id)
    // A new password is mended once it keeps its rules; <PasswordFields> knows when.
    if (isControl && target.getAttribute('autocomplete') !== 'new-password') mend(target.id.slice(id.length))
  }
  const failure = refusal && without(refusal, mended.refusal === refusal ? mended.fields : [])
  return { failure, mend, onInput }
}

/** The message on top is that of a fault which is left; empty when none is. */
function without(refusal: FormFailure, mended: string[]): FormFailure {
  const all = Object.entries(refusal.fields)
  const left = all.filter(([field]) => !mended.includes(field))
  if (left.length === all.length) return refusal
  const messages = left.map(([, message]) => message)
  const isMended =
    all.some(([, message]) => message === refusal.message) && !messages.includes(refusal.message)
  const [first = ''] = messages
  return {
    ...refusal,
    fields: Object.fromEntries(left),
    message: first === '' || isMended ? first : refusal.message,
  }
}
