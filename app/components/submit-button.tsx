import type { ReactNode } from 'react'
import { useForm } from './form-context'
import { Icon } from './icon'

interface SubmitButtonProps {
  children: ReactNode
  /** The button's label while the form is being sent. */
  pending?: string
  disabled?: boolean
  tone?: 'primary' | 'plain' | 'danger'
  /** Sends `name=value` with the form, to tell several buttons apart. */
  name?: string
  value?: string
  /** Says more than the word on the button, such as which row it belongs to. */
  'aria-label'?: string
}

const looks = { primary: 'button-primary', plain: '', danger: 'button-danger' }

/** Sends the form around it. Shows that it is on its way, and stays clickable: a second click does nothing twice. */
export function SubmitButton({
  children,
  pending,
  tone = 'primary',
  'aria-label': label,
  ...button
}: SubmitButtonProps) {
  const { isPending } = useForm()
  const saysPending = isPending && pending !== undefined
  return (
    // What is heard has in it what is seen.
    <button
      type="submit"
      {...button}
      aria-label={saysPending ? undefined : label}
      className={`button ${looks[tone]}`}
    >
      {isPending && <Icon name="spinner" />}
      {saysPending ? pending : children}
    </button>
  )
}
