import { invalid } from '../../../core/errors'
import { monthlyChangeText } from '../../../core/catalogue/figures'
import { deploymentMessages } from '../../messages/deployment-messages'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import type { PriceDifference } from '../../services/deployments/change-effects-views'
import { costAsked, costConfirmed } from './cost-confirmation'

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
  const unconfirmed = deploymentMessages.costUnconfirmed
  if (asked === 'here') throw invalid(unconfirmed, { [costConfirmed]: unconfirmed })
  const message = costStep
    ? deploymentMessages.costStep(monthlyChangeText(costStep))
    : deploymentMessages.costWarning
  throw invalid(message, { [costConfirmed]: asked === '' ? '' : unconfirmed })
}
