import type { FormEvent } from 'react'
import { Field } from './field'

const length = 6

/** A code of six letters and digits, upper-cased as it is typed. The form is sent with the last character, typed or pasted. */
export function CodeField({ name, label }: { name: string; label: string }) {
  return (
    <Field
      name={name}
      label={label}
      onInput={tidy}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      className="input font-mono text-lg uppercase tracking-[0.4em]"
    />
  )
}

function tidy({ currentTarget: input }: FormEvent<HTMLInputElement>): void {
  input.value = input.value
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, length)
  if (input.value.length === length) input.form?.requestSubmit()
}
