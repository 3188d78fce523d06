import { checkAll } from '../../input/check-all'
import { invalid } from '../../../core/errors'
import { readRoles } from '../../components/forms/read-application-config'
import { readVariables } from '../../components/forms/read-variables'
import type { SubmittedForm } from '../../http/forms/submitted-form'

const notTicked = 'Select “Override defaults capacity” to use another number, or leave the number as it was.'

/**
 * The fields of one application's form on the Process Overrides tab.
 *
 * @throws DomainError `invalid` for a number that was changed though it would not count
 */
export function readOverride(form: SubmittedForm) {
  const override = form.isChecked('override')
  const read = (field: string, shown: string): string => {
    const typed = form.text(field).trim()
    // Browsers leave out what cannot be typed in.
    if (!override && typed !== '' && typed !== form.text(shown))
      throw invalid(notTicked, { [field]: notTicked })
    return typed
  }
  const { numProcesses, maxSpotPercentage } = checkAll({
    numProcesses: () => read('numProcesses', 'shownProcesses'),
    maxSpotPercentage: () => read('maxSpotPercentage', 'shownSpotPercentage'),
  })
  return {
    applicationId: form.subject,
    revision: form.revision,
    override,
    numProcesses,
    maxSpotPercentage: maxSpotPercentage || null,
    roles: readRoles(form),
    ...readVariables(form),
  }
}
