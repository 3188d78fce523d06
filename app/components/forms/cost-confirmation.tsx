import { monthlyChangeText } from '../../../core/catalogue/figures'
import { deploymentMessages } from '../../messages/deployment-messages'
import type { PriceDifference } from '../../services/deployments/change-effects-views'
import type { UnconfirmedCost } from '../../services/navigation/get-portal-frame'
import { CheckboxField } from '../field'
import { useForm } from '../form-context'
import { usePortal } from '../portal-bar'

/** Name of the field by which a person confirms that running things costs money. */
export const costConfirmed = 'firstDeployApproved'

/** Name of the field that says that the form asked for it: `here`, with what it costs, or `again`, below a question of the server. */
export const costAsked = 'costAsked'

interface CostConfirmationProps {
  /** The thing that costs money, which a team confirms once; absent where nothing new is launched. */
  of?: UnconfirmedCost
  /** The rise of the cost that has to be confirmed, where it is known before the form is sent. */
  step?: PriceDifference | undefined
}

/** Asks to confirm what it costs: while the team never did, for a rise that is known to need it, or once the server has asked. */
export function CostConfirmation({ of, step }: CostConfirmationProps) {
  const { refusal } = useForm()
  const isFirst = usePortal()?.unconfirmedCosts.some((cost) => cost === of) === true
  const text = [
    isFirst && deploymentMessages.costWarning.text,
    step && deploymentMessages.costStep(monthlyChangeText(step)).text,
  ]
    .filter(Boolean)
    .join(' ')
  if (text === '' && refusal?.fields[costConfirmed] === undefined) return null
  return (
    <>
      <input type="hidden" name={costAsked} value={text === '' ? 'again' : 'here'} />
      <CheckboxField
        name={costConfirmed}
        label="I understand that AWS bills me for these resources."
        hint={text}
      />
    </>
  )
}
