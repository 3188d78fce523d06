import { AuthenticatorCodeField } from '../proof-fields'
import { Field } from '../field'
import { useForm } from '../form-context'

/** The code of one's app, or a recovery code in its place: `code` and `recoveryCode`. */
export function SecondFactorFields() {
  const { refusal } = useForm()
  return (
    <>
      <AuthenticatorCodeField />
      <details open={refusal !== undefined && 'recoveryCode' in refusal.fields}>
        <summary className="link">Use a recovery code instead</summary>
        <div className="mt-3">
          <Field
            name="recoveryCode"
            label="Recovery code"
            hint="One of the codes that you saved when you added your app. It works once."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="input font-mono"
          />
        </div>
      </details>
    </>
  )
}
