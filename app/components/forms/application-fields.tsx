import {
  configFields,
  formRows,
  type ConfigField,
  type ConfigFieldName,
} from '../../../core/application/config/fields'
import type { ExposedPort } from '../../../core/application/config/columns'
import type { RunSettings } from '../../../core/application/run-settings'
import type { ApplicationConfig } from '../../services/applications/application-views'
import { Field } from '../field'
import { RunSettingFields } from './run-setting-fields'
import { VariableFields } from './variable-fields'
import { RepeatedFields } from '../repeated-fields'

type Config = Partial<Omit<ApplicationConfig, keyof RunSettings>> & RunSettings

/** The fields of how an application is run, filled from `config` where there is one. */
export const ApplicationFields = ({ config = {} }: { config?: Config }) => (
  <>
    {formRows.map((row) => {
      const [name] = row
      const fields = row.map((one) => <ConfigControl key={one} name={one} config={config} />)
      return row.length > 1 && name !== undefined && configFields[name].kind === 'number' ? (
        <div key={name} className="grid gap-4 sm:grid-cols-2">
          {fields}
        </div>
      ) : (
        fields
      )
    })}
  </>
)

/** The control of one field. Variables and secrets stand together, and so do the settings. */
function ConfigControl({ name, config }: { name: ConfigFieldName; config: Config }) {
  const field: ConfigField = configFields[name]
  const value = config[field.wire as keyof Config] as unknown
  switch (field.kind) {
    case 'number':
      return (
        <Field
          {...textOf(field)}
          inputMode={field.isWhole ? 'numeric' : 'decimal'}
          typing={field.isWhole ? 'whole' : 'decimal'}
          defaultValue={(value as number | undefined) ?? field.default}
        />
      )
    case 'text':
      return (
        <Field
          {...textOf(field)}
          typing={field.typing}
          maxLength={field.longest}
          defaultValue={value as string | undefined}
          spellCheck={false}
        />
      )
    case 'ports':
      return (
        <RepeatedFields
          legend={field.label}
          hint={field.hint}
          addLabel="Add port"
          errorField={field.wire}
          columns={[
            { name: 'port', label: 'Port', inputMode: 'numeric', typing: 'port' },
            {
              name: 'subdomain',
              label: 'Subdomain',
              placeholder: 'Subdomain (optional)',
              typing: 'portSubdomain',
            },
          ]}
          rows={((value ?? []) as ExposedPort[]).map(({ port, subdomain }) => [
            String(port),
            subdomain ?? '',
          ])}
        />
      )
    case 'roles':
      return (
        <RepeatedFields
          legend={field.label}
          hint={field.hint}
          addLabel="Add role"
          errorField={field.wire}
          columns={[
            { name: 'roleKey', label: 'Key' },
            { name: 'roleArn', label: 'Role ARN' },
          ]}
          rows={Object.entries((value ?? {}) as Record<string, string>)}
        />
      )
    case 'variables':
      return <VariableFields environmentVariables={config.environmentVariables} secrets={config.secrets} />
    case 'secrets':
      return null
    case 'settings':
      return name === 'healthCheck' ? <RunSettingFields settings={config} /> : null
  }
}

const textOf = ({ wire, label, hint, presence }: ConfigField) => ({
  name: wire,
  label: presence === 'optional' ? `${label} (optional)` : label,
  hint,
  autoComplete: 'off',
  required: presence === 'required',
})
