import type { SubmittedForm } from '../../http/submitted-form'

/** The fields of one application's form on the Process Overrides tab. */
export function readOverride(form: SubmittedForm) {
  const keys = form.all('roleKey')
  const arns = form.all('roleArn')
  return {
    applicationId: form.text('applicationId'),
    override: form.isChecked('override'),
    numProcesses: form.text('numProcesses'),
    roles: Object.fromEntries(keys.map((key, index) => [key, arns[index] ?? ''])),
  }
}
