import { useState, type FormEvent } from 'react'
import { passwordRules } from '../../input/password-rules'
import { Field } from '../field'
import { useForm } from '../form-context'
import { Icon } from '../icon'

/** A new password and its confirmation, with the rules as a checklist that follows what is typed. */
export function PasswordFields({ label = 'Password' }: { label?: string }) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const { mend } = useForm()
  const type = (next: { password: string; confirmation: string }) => {
    setPassword(next.password)
    setConfirmation(next.confirmation)
    if (next.password !== password && passwordRules.every(({ holds }) => holds(next.password)))
      mend('password')
    if (next.password === next.confirmation) mend('passwordConfirmation')
  }
  const rules = [
    ...passwordRules.map(({ text, holds }) => ({ text, holds: holds(password) })),
    { text: 'Both entries are the same', holds: password !== '' && password === confirmation },
  ]
  return (
    <>
      <Field
        name="password"
        type="password"
        label={label}
        autoComplete="new-password"
        onInput={(event) => type({ password: withoutBlanks(event), confirmation })}
        hint={<Rules rules={rules} />}
      />
      <Field
        name="passwordConfirmation"
        type="password"
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
        onInput={(event) => type({ password, confirmation: withoutBlanks(event) })}
      />
    </>
  )
}

const Rules = ({ rules }: { rules: { text: string; holds: boolean }[] }) => (
  <>
    {rules.map(({ text, holds }) => (
      <span key={text} className={`flex items-center gap-1.5 ${holds ? 'text-good' : ''}`}>
        <Icon name={holds ? 'check' : 'dot'} />
        {text}
        {holds && <span className="sr-only"> (fulfilled)</span>}
      </span>
    ))}
    {/* Only the server can tell. */}
    <span className="flex items-center gap-1.5">
      <Icon name="dot" />
      Not a common password, or one based on your name, e-mail or “SDO”
    </span>
  </>
)

function withoutBlanks({ currentTarget: input }: FormEvent<HTMLInputElement>): string {
  const tidy = input.value.replace(/\s/g, '')
  if (tidy !== input.value) input.value = tidy
  return tidy
}
