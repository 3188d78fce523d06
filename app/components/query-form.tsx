import { useId, type ReactNode } from 'react'
import type { FormFailure } from '../http/forms/submitted-form'
import { ErrorSummary } from './error-summary'
import { FormContext } from './form-context'
import { useMending } from './use-mending'

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
  return (
    <FormContext.Provider value={{ id, refusal: failure, ...mending, isPending: false }}>
      <form
        method="get"
        action={action}
        className="max-w-form space-y-4"
        noValidate
        onInput={mending.onInput}
      >
        <ErrorSummary />
        {children}
      </form>
    </FormContext.Provider>
  )
}
