import { checkEach } from '../../input/check-all'
import { invalid } from '../../../core/errors'
import {
  rulesOf,
  settingParts,
  type SettingPart,
  type SettingRule,
} from '../../../core/application/run-settings'
import { singleFields, type ConfigInput, type SingleField } from '../../input/configuration'
import type { RunSettingsInput } from '../../input/run-settings'
import { readVariables } from './read-variables'
import { roleKeyTwice } from '../../input/role-map'
import type { SubmittedForm } from '../../http/forms/submitted-form'

/** The configuration that <ApplicationFields> sends. */
export const readApplicationConfig = (form: SubmittedForm): ConfigInput =>
  ({
    ...Object.fromEntries(singleFields.map((field) => [field.wire, readField(form, field)])),
    ...readRunSettings(form),
    ...readVariables(form),
  }) as ConfigInput

/** What was typed of one field; undefined for what is as by default. */
export function readField(form: Pick<SubmittedForm, 'text' | 'all'>, field: SingleField): unknown {
  switch (field.kind) {
    case 'ports': {
      const subdomains = form.all('subdomain')
      return form.all('port').map((port, index) => ({ port, subdomain: subdomains[index] }))
    }
    case 'roles':
      return readRoles(form)
    default:
      return form.text(field.wire).trim() === '' && field.presence === 'default'
        ? undefined
        : form.text(field.wire)
  }
}

/** The settings that <RunSettingFields> sends. */
export const readRunSettings = (form: Pick<SubmittedForm, 'all'>): RunSettingsInput =>
  Object.fromEntries(
    settingParts.map((part) => [
      part,
      Object.fromEntries(rulesOf(part).map(([name, rule]) => [name, readSetting(form, part, name, rule)])),
    ]),
  )

function readSetting(
  form: Pick<SubmittedForm, 'all'>,
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

/**
 * Pairs of the repeated fields roleKey and roleArn; rows in which nothing was typed are left out.
 *
 * @throws DomainError `invalid` at the row whose key another one has already
 */
export function readRoles(form: Pick<SubmittedForm, 'all'>): Record<string, string> {
  const arns = form.all('roleArn')
  const roles = new Map<string, string>()
  checkEach(form.all('roleKey'), (typed, row) => {
    const [key, arn] = [typed.trim(), arns[row] ?? '']
    if (key === '' && arn.trim() === '') return
    if (roles.has(key)) throw invalid(roleKeyTwice, { [`roleKey.${row}`]: roleKeyTwice })
    roles.set(key, arn)
  })
  return Object.fromEntries(roles)
}
