import { createContext, useContext } from 'react'
import type { FormFailure } from '../http/submitted-form'

interface FormState {
  id: string
  failure: FormFailure | undefined
  isPending: boolean
}

/** What the fields of a form know about it. */
export const FormContext = createContext<FormState>({ id: '', failure: undefined, isPending: false })

/** The form around a field: its last refusal and whether it is being sent. */
export const useForm = () => useContext(FormContext)

/** The id of a field's control. */
export const fieldId = (form: FormState, field: string) => `${form.id}${field}`
