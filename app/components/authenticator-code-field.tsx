import { Field } from './field'

/** The code that an authenticator app shows. */
export const AuthenticatorCodeField = () => (
  <Field
    name="code"
    label="Code"
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck={false}
    className="input font-mono text-lg tracking-[0.3em]"
  />
)
