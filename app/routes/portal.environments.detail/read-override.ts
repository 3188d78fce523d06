import { messages } from '../../messages/messages'
import { readInput, rule } from '../../input/rule'
import { overridableCapacity } from '../../../core/application/config/fields'
import { readRoles } from '../../components/forms/read-application-config'
import { readVariables } from '../../components/forms/read-variables'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import { shownName } from './process-overrides'

/**
 * The fields of one application's form on the Process Overrides tab.
 *
 * @throws DomainError `invalid`, also for a number that was changed though it would not count
 */
export const readOverride = (form: SubmittedForm) => readInput(overrideFormRule, form)

const overrideFormRule = rule((form: SubmittedForm, refuse) => {
  const override = form.isChecked('override')
  const capacity = overridableCapacity.map(({ wire, presence }) => {
    const typed = form.text(wire).trim()
    // Browsers leave out what cannot be typed in.
    const isLost = !override && typed !== '' && typed !== form.text(shownName(wire)).trim()
    if (isLost) refuse(messages.overrideNotTicked, wire)
    return [wire, presence === 'required' ? typed : typed || null] as const
  })
  return {
    applicationId: form.subject,
    revision: form.revision,
    override,
    ...Object.fromEntries(capacity),
    roles: readRoles(form, refuse),
    ...readVariables(form, refuse),
  }
})
