import { createContext, useContext } from 'react'
import type { KeptOut } from './use-typing'
import type { FormFailure } from '../http/forms/submitted-form'

interface FormState {
  id: string
  /** The last refusal as it came: what it asks for stays asked for. */
  refusal: FormFailure | undefined
  /** The last refusal without the faults that were mended since. */
  failure: FormFailure | undefined
  /** The key that was kept out of a field last. */
  keptOut: KeptOut | undefined
  isPending: boolean
  /** Takes the fault of a field from the page. */
  mend(field: string): void
}

/** The form as its fields know it. */
export const FormContext = createContext<FormState>({
  id: '',
  refusal: undefined,
  failure: undefined,
  keptOut: undefined,
  isPending: false,
  mend: () => {},
})

/** The form around a field: its last refusal and whether it is being sent. */
export const useForm = () => useContext(FormContext)

/** The id of a field's control. One that stands in rows has the number of its row behind its name: `port.1`. */
export const fieldId = (form: Pick<FormState, 'id'>, field: string) => `${form.id}${field}`
