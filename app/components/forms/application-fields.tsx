import { configFields, type ConfigField, type ConfigFieldName } from '../../../core/application/config/fields'
import { formGroups, type FormGroup } from '../../../core/application/config/form-groups'
import type { ExposedPort } from '../../../core/application/config/columns'
import type { ScheduleEntry } from '../../../core/application/schedule'
import { runSettingsOf, type RunSettings } from '../../../core/application/run-settings'
import type { ApplicationConfig } from '../../services/applications/application-views'
import type { FormFailure } from '../../http/forms/submitted-form'
import { Field } from '../field'
import { ScheduleField } from './schedule-field'
import { useForm } from '../form-context'
import { RunSettingFields } from './run-setting-fields'
import { VariableFields } from './variable-fields'
import { RepeatedFields } from '../repeated-fields'

type Config = Partial<Omit<ApplicationConfig, keyof RunSettings>> & RunSettings

/** The fields of how an application is run, filled from `config` where there is one: those that everybody fills in, and the rest folded away. */
export const ApplicationFields = ({ config = {} }: { config?: Config }) => (
  <>
    {formGroups.map(({ summary, rows }) =>
      summary === undefined ? (
        <Rows key="" rows={rows} config={config} />
      ) : (
        <Folded key={summary} summary={summary} rows={rows} config={config} />
      ),
    )}
  </>
)

interface RowsProps extends Pick<FormGroup, 'rows'> {
  config: Config
}

const Rows = ({ rows, config }: RowsProps) =>
  rows.map((row) => {
    const [name] = row
    const fields = row.map((one) => <ConfigControl key={one} name={one} config={config} />)
    return row.length > 1 && name !== undefined && configFields[name].kind === 'number' ? (
      <div key={name} className="grid gap-4 sm:grid-cols-2">
        {fields}
      </div>
    ) : (
      fields
    )
  })

/** Open where something in it differs from the default, was typed or is at fault. */
function Folded({ summary, rows, config }: RowsProps & { summary: string }) {
  const { refusal } = useForm()
  const names = rows.flat()
  const isOpen = names.some((name) => hasOwn(name, config) || (refusal && isMeantBy(refusal, name)))
  return (
    <details open={isOpen} className="panel px-3 py-2">
      <summary className="cursor-pointer font-medium">{summary}</summary>
      <div className="mt-3 space-y-4">
        <Rows rows={rows} config={config} />
      </div>
    </details>
  )
}

function hasOwn(name: ConfigFieldName, config: Config): boolean {
  const field: ConfigField = configFields[name]
  const value = config[field.wire as keyof Config] as unknown
  if (field.kind === 'number') return value !== undefined && value !== field.default
  if (field.kind === 'settings') return Object.keys(runSettingsOf(config)).includes(name)
  return Object.keys(value ?? '').length > 0
}

/** Whether a refused form had something in a field that is not the default, or was refused for it. */
function isMeantBy({ fields, values }: FormFailure, name: ConfigFieldName): boolean {
  const field: ConfigField = configFields[name]
  const initial = field.kind === 'number' ? String(field.default ?? '') : ''
  const controls = [field.wire, ...(controlsOf[field.kind] ?? [])]
  const isOfIt = (control: string) => controls.some((one) => control === one || control.startsWith(`${one}.`))
  return (
    Object.keys(fields).some(isOfIt) ||
    Object.entries(values).some(
      ([control, typed]) => isOfIt(control) && typed.some((text) => text.trim() !== '' && text !== initial),
    )
  )
}

/** Names of the controls of what is no single one. */
const controlsOf: Partial<Record<ConfigField['kind'], string[]>> = {
  ports: ['port', 'subdomain'],
  roles: ['roleKey', 'roleArn'],
  variables: ['variableName', 'variableValue', 'variableFile'],
  secrets: ['referenceName', 'referenceArn'],
}

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
    case 'schedule':
      return <ScheduleField {...textOf(field)} schedule={value as ScheduleEntry[] | undefined} />
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
