import {
  createElement,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { isSecretField } from '../input/secret-field'
import type { TypingRuleName } from '../input/typing-rules'
import { fieldId, useForm } from './form-context'
import { KeptOutWord } from './kept-out-word'

interface FieldText {
  name: string
  label: ReactNode
  /** One line below the control that says what to enter. */
  hint?: ReactNode
  /** The keys that it takes. */
  typing?: TypingRuleName
  /** So many characters; a longer text that is pasted stays whole, to be refused rather than cut. */
  maxLength?: number
  /** Number of the field among those of its name in the form, from 0, where there are several. */
  row?: number
}

/** Ids, error and typed value of the field `name` in the form around it. */
function useField(name: string, hasHint: boolean, row?: number) {
  const form = useForm()
  const field = row === undefined ? name : `${name}.${row}`
  const id = fieldId(form, field)
  const error = form.failure?.fields[field]
  const described = [hasHint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    field,
    error,
    typed: form.failure?.values[name]?.[row ?? 0],
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
const Labelled = ({ field: { id, field, error }, label, hint, children }: LabelledProps) => (
  <div className="min-w-0 max-w-full [overflow-wrap:anywhere]">
    <label htmlFor={id} className="mb-1 block font-medium">
      {label}
    </label>
    {children}
    <KeptOutWord field={field} />
    <Hint id={id}>{hint}</Hint>
    <FieldError id={id}>{error}</FieldError>
  </div>
)

/** Attributes by which useTyping knows what a control takes. */
export const takenBy = ({ typing, maxLength }: Pick<FieldText, 'typing' | 'maxLength'>) => ({
  'data-typing': typing,
  'data-longest': maxLength,
})

/** A component for a labelled control, which takes what the element does. */
const labelled = <
  Attributes extends Pick<InputHTMLAttributes<HTMLInputElement>, 'defaultValue' | 'className'>,
>(
  element: 'input' | 'select' | 'textarea',
) =>
  function LabelledControl({ label, hint, name, row, typing, maxLength, ...own }: FieldText & Attributes) {
    const field = useField(name, Boolean(hint), row)
    const { defaultValue, className = 'input' } = own
    const typed = { className, defaultValue: field.typed ?? defaultValue }
    return (
      <Labelled field={field} label={label} hint={hint}>
        {createElement(element, { ...own, ...takenBy({ typing, maxLength }), ...field.control, ...typed })}
      </Labelled>
    )
  }

export const Field = labelled<InputHTMLAttributes<HTMLInputElement>>('input')

/** `children` are its options. */
export const SelectField = labelled<SelectHTMLAttributes<HTMLSelectElement>>('select')

export const TextAreaField = labelled<TextareaHTMLAttributes<HTMLTextAreaElement>>('textarea')

/** A checkbox with its label at the right. */
export function CheckboxField({
  label,
  hint,
  name,
  row,
  inputRef,
  ...input
}: FieldText & InputHTMLAttributes<HTMLInputElement> & { inputRef?: Ref<HTMLInputElement> }) {
  const { id, error, typed, wasSent, control } = useField(name, Boolean(hint), row)
  return (
    <div>
      <div className="flex items-start gap-2">
        <input
          {...input}
          {...control}
          ref={inputRef}
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
