import { configFields } from '../../../core/application/config/fields'
import {
  hintOf,
  rulesOf,
  runSettingsOf,
  settingParts,
  type RunSettings,
  type SettingRule,
} from '../../../core/application/run-settings'
import { CheckboxField, Field } from '../field'

/** Fields of what few applications need to change. */
export function RunSettingFields({ settings }: { settings: RunSettings }) {
  const own = runSettingsOf(settings)
  return settingParts.map((part) => (
    <fieldset key={part} className="min-w-0 space-y-4">
      <legend className="mb-1 font-medium">{configFields[part].label}</legend>
      {rulesOf(part).map(([name, rule]) => (
        <SettingField
          key={name}
          name={`${part}.${name}`}
          rule={rule}
          value={(own[part] as Record<string, unknown> | undefined)?.[name]}
        />
      ))}
    </fieldset>
  ))
}

/** @param value what the application has of its own; undefined for the default */
function SettingField({ name, rule, value }: { name: string; rule: SettingRule; value: unknown }) {
  const { label } = rule
  const hint = hintOf(rule)
  switch (rule.kind) {
    case 'number':
      return (
        <Field
          name={name}
          label={label}
          hint={hint}
          inputMode="numeric"
          maxLength={3}
          placeholder={String(rule.default)}
          defaultValue={value as number | undefined}
          typing="whole"
          autoComplete="off"
        />
      )
    case 'text':
      return (
        <Field
          name={name}
          label={label}
          hint={hint}
          maxLength={rule.longest}
          placeholder={rule.default}
          defaultValue={value as string | undefined}
          autoComplete="off"
          spellCheck={false}
        />
      )
    case 'flag':
      return (
        <CheckboxField
          name={name}
          hint={hint}
          label={rule.box ?? label}
          defaultChecked={value !== undefined}
        />
      )
    case 'names':
      return (
        <fieldset className="min-w-0">
          <legend className="mb-1">{label}</legend>
          <p className="mb-2 text-muted">{hint}</p>
          {rule.of.map((one) => (
            <CheckboxField
              key={one}
              name={`${name}.${one}`}
              label={one}
              defaultChecked={(value as string[] | undefined)?.includes(one)}
            />
          ))}
        </fieldset>
      )
  }
}
