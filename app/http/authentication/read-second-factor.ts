import type { SubmittedForm } from '../forms/submitted-form'

/** The code that somebody typed into <SecondFactorFields>, and into which of them. */
export function readSecondFactor(form: SubmittedForm): { code: string; field: 'code' | 'recoveryCode' } {
  const recoveryCode = form.text('recoveryCode')
  return recoveryCode.trim() === ''
    ? { code: form.text('code'), field: 'code' }
    : { code: recoveryCode, field: 'recoveryCode' }
}
