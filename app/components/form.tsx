import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Form as RemixForm, useActionData, useNavigation } from '@remix-run/react'
import type { FormFailure } from '../http/forms/submitted-form'
import { ErrorSummary } from './error-summary'
import { checkForm, type FormCheck } from './form-check'
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
  /** Looks at what was typed before it is sent, where scripts run: what it finds is shown as a refusal, and nothing is sent. */
  check?: FormCheck
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

/** The refusal by the check of a form in the browser, or else by the server, whichever came last. */
function useFormCheck(
  answered: FormFailure | undefined,
  check: FormCheck | undefined,
  form: { name: string; subject: string },
) {
  const [found, setFound] = useState<{ refusal: FormFailure | undefined; after: FormFailure | undefined }>()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const refusal = check && checkForm(event.currentTarget, check, form)
    setFound(refusal && { refusal, after: answered })
    if (refusal) event.preventDefault()
  }
  return { refusal: found && found.after === answered ? found.refusal : answered, onSubmit }
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
  check,
}: FormProps) {
  const { xsrfToken, submission } = useShell()
  const id = useId()
  const navigation = useNavigation()
  const answered = useRefusal(name, formId === undefined ? subject : undefined)
  const { refusal, onSubmit } = useFormCheck(answered, check, { name, subject })
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
        onSubmit={onSubmit}
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
