import type { ReactNode } from 'react'
import { longest } from '../../../core/text/longest'
import { TextAreaField } from '../field'
import { useForm } from '../form-context'
import { RepeatedFields } from '../repeated-fields'

interface VariableFieldsProps {
  environmentVariables?: Record<string, string>
  /** Name of a variable to the ARN of the secret that holds its value. */
  secrets?: Record<string, string>
  /** When they count. */
  children?: ReactNode
}

const name = {
  maxLength: longest.variableName,
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
}

/** Variables in rows, secrets in rows, and a box for a whole `.env` file. */
export function VariableFields({ environmentVariables = {}, secrets = {}, children }: VariableFieldsProps) {
  const { refusal } = useForm()
  const wasPasted = Boolean(refusal?.values.variableFile?.[0])
  return (
    <>
      <RepeatedFields
        legend="Variables"
        hint="Processes find them in their environment. Everybody in your team sees the values: keep passwords and keys as secrets."
        addLabel="Add variable"
        errorField="environmentVariables"
        columns={[
          { name: 'variableName', label: 'Name', ...name },
          { name: 'variableValue', label: 'Value', isMultiline: true, spellCheck: false },
        ]}
        rows={Object.entries(environmentVariables)}
      />
      <details open={wasPasted || undefined}>
        <summary className="link">Paste a .env file</summary>
        <div className="mt-3">
          <TextAreaField
            name="variableFile"
            label="Content of the file"
            hint="NAME=value lines. They are added to the variables when you save, and take the place of those with the same name."
            rows={6}
            maxLength={longest.variableFile}
            spellCheck={false}
            className="input font-mono"
          />
        </div>
      </details>
      <RepeatedFields
        legend="Secrets"
        hint="The name of a variable, and the ARN of the secret or parameter sdo/secrets/… in your AWS account that holds its value; with :key:: behind it, one key of a JSON secret. The instance reads it when a process starts; SDO never sees it."
        addLabel="Add secret"
        errorField="secrets"
        columns={[
          { name: 'referenceName', label: 'Name', ...name },
          { name: 'referenceArn', label: 'ARN', maxLength: longest.secretReference, spellCheck: false },
        ]}
        rows={Object.entries(secrets)}
      />
      {children}
    </>
  )
}
