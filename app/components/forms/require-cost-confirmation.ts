import { invalid } from '../../../core/errors'
import { monthlyChangeText } from '../../../core/catalogue/monthly-change'
import { deploymentMessages } from '../../messages/deployment-messages'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import type { PriceDifference } from '../../services/deployments/price-difference'
import { costAsked, costConfirmed, costWarning } from './cost-confirmation'

interface Asked {
  showFirstDeployWarning?: boolean | undefined
  costStep?: PriceDifference | undefined
}

/**
 * Shows the form again when the service says that nobody has confirmed what it costs: with a fault at the checkbox that the form had, or
 * else with the question and no fault.
 */
export function requireCostConfirmation(
  { showFirstDeployWarning, costStep }: Asked,
  form: SubmittedForm,
): void {
  if (!showFirstDeployWarning) return
  const asked = form.text(costAsked)
  const fault = asked === '' ? '' : 'Confirm the AWS charges to continue.'
  throw invalid(
    asked === 'here'
      ? fault
      : costStep
        ? deploymentMessages.costStep(monthlyChangeText(costStep))
        : costWarning,
    {
      [costConfirmed]: fault,
    },
  )
}
