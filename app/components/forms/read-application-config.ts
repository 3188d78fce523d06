import {
  rulesOf,
  settingParts,
  type SettingPart,
  type SettingRule,
} from '../../../core/application/run-settings'
import { singleFields, type ConfigInput, type SingleField } from '../../input/configuration'
import type { RunSettingsInput } from '../../input/run-settings'
import { readRows, readVariables } from './read-variables'
import { roleKeyTwice } from '../../input/role-map'
import { readInput, rule, type Refuse } from '../../input/rule'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import type { TypedForm } from '../form-check'

/** The configuration that <ApplicationFields> sends. @throws DomainError `invalid` at each row that is none */
export const readApplicationConfig = (form: SubmittedForm): ConfigInput => readInput(configFormRule, form)

const configFormRule = rule(
  (form: SubmittedForm, refuse) =>
    ({ ...readFields(form, refuse), ...readVariables(form, refuse) }) as ConfigInput,
)

/** What was typed besides variables. */
export const readFields = (form: TypedForm, refuse: Refuse) => ({
  ...Object.fromEntries(singleFields.map((field) => [field.wire, readField(form, field, refuse)])),
  ...readRunSettings(form),
})

/** What was typed of one field; undefined for what is as by default. */
function readField(form: TypedForm, field: SingleField, refuse: Refuse): unknown {
  switch (field.kind) {
    case 'ports': {
      const subdomains = form.all('subdomain')
      return form.all('port').map((port, index) => ({ port, subdomain: subdomains[index] }))
    }
    case 'roles':
      return readRoles(form, refuse)
    default:
      return form.text(field.wire).trim() === '' && field.presence === 'default'
        ? undefined
        : form.text(field.wire)
  }
}

/** The settings that <RunSettingFields> sends. */
export const readRunSettings = (form: Pick<TypedForm, 'all'>): RunSettingsInput =>
  Object.fromEntries(
    settingParts.map((part) => [
      part,
      Object.fromEntries(rulesOf(part).map(([name, rule]) => [name, readSetting(form, part, name, rule)])),
    ]),
  )

function readSetting(
  form: Pick<TypedForm, 'all'>,
  part: SettingPart,
  name: string,
  rule: SettingRule,
): unknown {
  const isTicked = (field: string) => form.all(field).length > 0
  switch (rule.kind) {
    case 'flag':
      // What differs from the default is ticked: a page from before there was the box has it as by default.
      return isTicked(`${part}.${name}`) !== rule.default
    case 'names':
      return rule.of.filter((one) => isTicked(`${part}.${name}.${one}`))
    default:
      return form.all(`${part}.${name}`)[0] ?? ''
  }
}

/** Pairs of the repeated fields roleKey and roleArn. */
export const readRoles = (form: TypedForm, refuse: Refuse): Record<string, string> =>
  readRows(form, { names: 'roleKey', values: 'roleArn', twice: roleKeyTwice }, refuse)
