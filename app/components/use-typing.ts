import { useEffect, useState } from 'react'
import { isTypingRule, typingRules, whyKeptOut } from '../input/typing-rules'

/** The key that was kept out of a field last. */
export interface KeptOut {
  field: string
  /** Why. */
  word: string
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * Keeps keys out of the fields of a form that do not belong there, by the rule and length that each field says. Only keys: what is pasted,
 * dropped or filled in stays as it is, for to cut it would make something else of it.
 *
 * @param id begins the ids of the form's fields
 * @returns `watch`, a ref of the form, and the key that was kept out last, until its field is mended or left
 */
export function useTyping(id: string) {
  const [form, watch] = useState<HTMLFormElement | null>(null)
  const [keptOut, setKeptOut] = useState<KeptOut>()
  useEffect(() => {
    if (!form) return
    const checkInput = (event: InputEvent) => {
      const control = event.target
      if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return
      const field = control.id.slice(id.length)
      const word = isKey(event) ? findKeyFault(control, event) : undefined
      // Whoever types on without looking has something else there than they typed: the word stays until they mend it or leave the field.
      setKeptOut((before) => {
        if (word !== undefined) return { field, word: `“${event.data}” was left out. ${word}` }
        return isKey(event) && before?.field === field ? before : undefined
      })
    }
    form.addEventListener('beforeinput', checkInput)
    return () => form.removeEventListener('beforeinput', checkInput)
  }, [form, id])
  return { watch, keptOut }
}

const isKey = ({ inputType, data, isComposing }: InputEvent): boolean =>
  inputType === 'insertText' && !isComposing && data !== null && [...data].length === 1

/** Stops a key that does not belong, and says why; types a capital as the small letter where the field has those alone. */
function findKeyFault(control: TextControl, event: InputEvent): string | undefined {
  const { typing, longest } = control.dataset
  const rule = isTypingRule(typing) ? typingRules[typing] : undefined
  const { value: before } = control
  const start = control.selectionStart ?? before.length
  const end = control.selectionEnd ?? before.length
  const isLowerCase = rule !== undefined && 'isLowerCase' in rule
  const key = isLowerCase ? event.data?.toLowerCase() : event.data
  if (!key) return undefined
  const after = before.slice(0, start) + key + before.slice(end)
  const word = whyKeptOut({ key, before, after, rule, longest: longest ? Number(longest) : undefined })
  if (word === undefined && key === event.data) return undefined
  event.preventDefault()
  if (word !== undefined) return word
  control.setRangeText(key, start, end, 'end')
  control.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: key }))
  return undefined
}
