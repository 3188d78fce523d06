import { invalid } from '../../../core/errors'
import { readRoles } from '../../components/forms/read-application-config'
import type { SubmittedForm } from '../../http/forms/submitted-form'

const notTicked = 'Tick “Override defaults capacity” to use another number, or leave the number as it was.'

/**
 * The fields of one application's form on the Process Overrides tab.
 *
 * @throws DomainError `invalid` for a number that was changed though it would not count
 */
export function readOverride(form: SubmittedForm) {
  const override = form.isChecked('override')
  const numProcesses = form.text('numProcesses')
  // Browsers leave out a number that cannot be typed.
  const isChanged = numProcesses.trim() !== '' && numProcesses.trim() !== form.text('shownProcesses')
  if (!override && isChanged) throw invalid(notTicked, { numProcesses: notTicked })
  return { applicationId: form.subject, override, numProcesses, roles: readRoles(form) }
}
