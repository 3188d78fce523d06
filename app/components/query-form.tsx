import { useId, type ReactNode } from 'react'
import type { FormFailure } from '../http/forms/submitted-form'
import { ErrorSummary } from './error-summary'
import { FormContext } from './form-context'
import { KeptOutVoice } from './kept-out-word'
import { useMending } from './use-mending'
import { useTyping } from './use-typing'

/** A form that asks and changes nothing: what is typed becomes the address, so that an answer can be kept and shared. */
export function QueryForm({
  action,
  failure,
  children,
}: {
  action: string
  /** Why what was asked cannot be answered. */
  failure: FormFailure | undefined
  children: ReactNode
}) {
  const id = useId()
  const mending = useMending(id, failure)
  const { watch, keptOut } = useTyping(id)
  return (
    <FormContext.Provider value={{ id, refusal: failure, ...mending, keptOut, isPending: false }}>
      <form
        ref={watch}
        method="get"
        action={action}
        className="max-w-form space-y-4"
        noValidate
        onInput={mending.onInput}
      >
        <ErrorSummary />
        {children}
        <KeptOutVoice />
      </form>
    </FormContext.Provider>
  )
}
