import { readRoles } from '../../http/read-application-config'
import type { SubmittedForm } from '../../http/submitted-form'

/** The fields of one application's form on the Process Overrides tab. */
export const readOverride = (form: SubmittedForm) => ({
  applicationId: form.subject,
  override: form.isChecked('override'),
  numProcesses: form.text('numProcesses'),
  roles: readRoles(form),
})
