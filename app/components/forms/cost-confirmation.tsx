import { CheckboxField } from '../field'
import { useForm } from '../form-context'

/** Name of the field by which a person confirms that running things costs money. */
export const costConfirmed = 'firstDeployApproved'

export const costWarning =
  'SDO launches instances and load balancers in your AWS account, and AWS charges you for them until you delete the environment.'

/** Appears in a form once the server has asked for the confirmation. */
export function CostConfirmation() {
  const { refusal } = useForm()
  if (!refusal?.fields[costConfirmed]) return null
  return <CheckboxField name={costConfirmed} label="I understand that AWS bills me for these resources." />
}
