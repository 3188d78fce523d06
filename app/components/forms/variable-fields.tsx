import type { ReactNode } from 'react'
import { longest } from '../../../core/text/longest'
import { RepeatedFields } from '../repeated-fields'
import { VariableFileField } from './variable-file-field'

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
      <VariableFileField variables={environmentVariables} />
      <RepeatedFields
        legend="Secrets"
        hint="The name of a variable, and the ARN of the secret or parameter sdo/secrets/… in your AWS account with its value. Add :key:: for one key of a JSON secret. The instance reads it when a process starts. SDO never sees it."
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
