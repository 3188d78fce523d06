import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { isSecretField } from '../../core/secret-field'
import { fieldId, useForm } from './form-context'

interface FieldText {
  name: string
  label: ReactNode
  /** One line below the control that says what to enter. */
  hint?: ReactNode
}

/** Ids, error and typed value of the field `name` in the form around it. */
function useField(name: string, hasHint: boolean) {
  const form = useForm()
  const id = fieldId(form, name)
  const error = form.failure?.fields[name]
  const described = [hasHint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    error,
    typed: form.failure?.values[name]?.[0],
    wasSent: form.failure !== undefined,
    control: {
      id,
      name,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
      // Session recorders leave out what carries this.
      'data-private': isSecretField(name) ? true : undefined,
    },
  }
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p id={`${id}-hint`} className="mt-1 text-muted">
      {children}
    </p>
  ) : null
}

function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return children ? (
    <p id={`${id}-error`} className="mt-1 font-medium text-bad">
      {children}
    </p>
  ) : null
}

interface LabelledProps {
  field: ReturnType<typeof useField>
  label: ReactNode
  hint: ReactNode
  /** The control. */
  children: ReactNode
}

/** A control with its label above, its hint below and its error at the place. */
const Labelled = ({ field: { id, error }, label, hint, children }: LabelledProps) => (
  <div>
    <label htmlFor={id} className="mb-1 block font-medium">
      {label}
    </label>
    {children}
    <Hint id={id}>{hint}</Hint>
    <FieldError id={id}>{error}</FieldError>
  </div>
)

/** A labelled input with its hint below and its error at the place. */
export function Field({ label, hint, name, ...input }: FieldText & InputHTMLAttributes<HTMLInputElement>) {
  const field = useField(name, Boolean(hint))
  return (
    <Labelled field={field} label={label} hint={hint}>
      <input
        {...input}
        {...field.control}
        defaultValue={field.typed ?? input.defaultValue}
        className={input.className ?? 'input'}
      />
    </Labelled>
  )
}

/** A labelled <select>; `children` are its options. */
export function SelectField({
  label,
  hint,
  name,
  ...select
}: FieldText & SelectHTMLAttributes<HTMLSelectElement>) {
  const field = useField(name, Boolean(hint))
  return (
    <Labelled field={field} label={label} hint={hint}>
      <select
        {...select}
        {...field.control}
        defaultValue={field.typed ?? select.defaultValue}
        className="input"
      />
    </Labelled>
  )
}

/** A labelled <textarea>. */
export function TextAreaField({
  label,
  hint,
  name,
  ...area
}: FieldText & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const field = useField(name, Boolean(hint))
  return (
    <Labelled field={field} label={label} hint={hint}>
      <textarea
        {...area}
        {...field.control}
        defaultValue={field.typed ?? area.defaultValue}
        className="input"
      />
    </Labelled>
  )
}

/** A checkbox with its label at the right. */
export function CheckboxField({
  label,
  hint,
  name,
  ...input
}: FieldText & InputHTMLAttributes<HTMLInputElement>) {
  const { id, error, typed, wasSent, control } = useField(name, Boolean(hint))
  return (
    <div>
      <div className="flex items-start gap-2">
        <input
          {...input}
          {...control}
          type="checkbox"
          defaultChecked={wasSent ? typed !== undefined : input.defaultChecked}
          className="mt-0.5 h-4 w-4 accent-accent"
        />
        <label htmlFor={id}>{label}</label>
      </div>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}
