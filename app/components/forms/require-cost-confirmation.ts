import { invalid } from '../../../core/errors'
import { monthlyChangeText } from '../../../core/catalogue/monthly-change'
import { deploymentMessages } from '../../messages/deployment-messages'
import type { PriceDifference } from '../../services/deployments/price-difference'
import { costConfirmed, costWarning } from './cost-confirmation'

interface Asked {
  showFirstDeployWarning: boolean
  costStep?: PriceDifference | undefined
}

/** Shows the form again with what it costs when the service says that nobody has confirmed that yet. */
export function requireCostConfirmation({ showFirstDeployWarning, costStep }: Asked): void {
  if (showFirstDeployWarning)
    throw invalid(costStep ? deploymentMessages.costStep(monthlyChangeText(costStep)) : costWarning, {
      [costConfirmed]: 'Confirm the AWS charges to continue.',
    })
}
