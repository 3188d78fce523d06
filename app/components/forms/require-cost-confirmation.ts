import { invalid } from '../../../core/errors'
import { costConfirmed, costWarning } from './cost-confirmation'

/** Shows the form again with the warning about costs when the service says that it has not been confirmed yet. */
export function requireCostConfirmation(isNeeded: boolean): void {
  if (isNeeded) throw invalid(costWarning, { [costConfirmed]: 'Confirm the AWS charges to continue.' })
}
