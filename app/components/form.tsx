import { useId, type ReactNode } from 'react'
import { Form as RemixForm, useActionData, useNavigation } from '@remix-run/react'
import type { FormFailure } from '../http/forms/submitted-form'
import { ErrorSummary } from './error-summary'
import { FormContext } from './form-context'
import { KeptOutVoice } from './kept-out-word'
import { useMending } from './use-mending'
import { useShell } from './use-shell'
import { useTyping } from './use-typing'

interface FormProps {
  /** Which handler of the page's action runs; unique on the page. */
  name: string
  /** Tells forms of the same name apart: the id of the row that the form is about. */
  subject?: string
  /** Another page whose action takes the form. */
  action?: string
  /** Id of a form whose buttons stand elsewhere: they name it as their `form`, and as `subject` what they are about. */
  formId?: string
  children?: ReactNode
  className?: string
  /** False where another form of the same name shows why it was refused. */
  hasSummary?: boolean
}

const isFailure = (data: unknown): data is FormFailure =>
  typeof data === 'object' && data !== null && 'form' in data && 'fields' in data

/** The refusal of the form `name` about `subject` that was sent last, if it was this one. */
export function useRefusal(name: string, subject?: string): FormFailure | undefined {
  const data = useActionData()
  const isMeant = isFailure(data) && data.form === name && (subject === undefined || data.subject === subject)
  return isMeant ? data : undefined
}

/**
 * A form that posts to its page's action. Adds the cross-site token and a submission id, so that a double click does the
 * work once, and shows the refusal of the last attempt.
 */
export function Form({
  name,
  subject = '',
  action,
  formId,
  children,
  className = 'max-w-form space-y-4',
  hasSummary = true,
}: FormProps) {
  const { xsrfToken, submission } = useShell()
  const id = useId()
  const navigation = useNavigation()
  const refusal = useRefusal(name, formId === undefined ? subject : undefined)
  const { failure, mend, onInput } = useMending(id, refusal)
  const { watch, keptOut } = useTyping(id)
  const sent = navigation.formData
  const isPending =
    navigation.state !== 'idle' && sent?.get('form') === name && sent.get('subject') === subject
  return (
    <FormContext.Provider value={{ id, refusal, failure, keptOut, isPending, mend }}>
      {/* A new key after success empties the fields for the next thing. */}
      <RemixForm
        key={submission}
        ref={watch}
        id={formId}
        method="post"
        action={action}
        className={className}
        noValidate
        onInput={onInput}
      >
        <input type="hidden" name="xsrf" value={xsrfToken} data-private />
        <input type="hidden" name="submission" value={`${submission} ${name} ${subject}`} />
        <input type="hidden" name="form" value={name} />
        {formId === undefined && <input type="hidden" name="subject" value={subject} />}
        {hasSummary && <ErrorSummary />}
        {children}
        <KeptOutVoice />
      </RemixForm>
    </FormContext.Provider>
  )
}
