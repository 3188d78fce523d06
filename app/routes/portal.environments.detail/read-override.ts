import { messages } from '../../messages/messages'
import { checkEach } from '../../input/check-all'
import { overridableNumbers } from '../../../core/application/config/fields'
import { invalid } from '../../../core/errors'
import { readRoles } from '../../components/forms/read-application-config'
import { readVariables } from '../../components/forms/read-variables'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import { shownName } from './process-overrides'

/**
 * The fields of one application's form on the Process Overrides tab.
 *
 * @throws DomainError `invalid` for a number that was changed though it would not count
 */
export function readOverride(form: SubmittedForm) {
  const override = form.isChecked('override')
  const numbers = checkEach(overridableNumbers, ({ wire, presence }) => {
    const typed = form.text(wire).trim()
    // Browsers leave out what cannot be typed in.
    if (!override && typed !== '' && typed !== form.text(shownName(wire)))
      throw invalid(messages.overrideNotTicked, { [wire]: messages.overrideNotTicked })
    return [wire, presence === 'required' ? typed : typed || null] as const
  })
  return {
    applicationId: form.subject,
    revision: form.revision,
    override,
    ...Object.fromEntries(numbers),
    roles: readRoles(form),
    ...readVariables(form),
  }
}
