import { requestMessages } from '../messages/request-messages'
import {
  rulesOf,
  runSettingsOf,
  settingFault,
  settingParts,
  type RunSettings,
  type SettingPart,
  type SettingRule,
} from '../../core/application/run-settings'
import { invalid } from '../../core/errors'
import { checkEach } from './check-all'

/** A part of the settings as it was typed or sent: `null` or an empty text is the default, what is left out stays as it was. */
type SentSettings = Record<string, unknown> | null
export type RunSettingsInput = Partial<Record<SettingPart, SentSettings>>

/**
 * The settings that an application has from now on.
 *
 * @param present those that it has, of which what is not given stays
 * @throws DomainError `invalid` with every fault at its field, such as `healthCheck.path`
 */
export function requireRunSettings(input: RunSettingsInput, present: RunSettings = {}): RunSettings {
  const parts = checkEach(settingParts, (part) => [part, requirePart(part, input[part], present)] as const)
  return runSettingsOf(Object.fromEntries(parts))
}

function requirePart(part: SettingPart, sent: SentSettings | undefined, present: RunSettings) {
  if (sent === null) return {}
  const before = present[part] as Record<string, unknown> | undefined
  const values = checkEach(rulesOf(part), ([name, rule]) => {
    const given = sent?.[name]
    if (given === undefined) return [name, before?.[name]] as const
    const value = read(rule, given)
    if (value === undefined) return [name, undefined] as const
    const fault = settingFault(rule, value)
    if (fault !== undefined)
      throw invalid(requestMessages.settingWrong(fault), { [`${part}.${name}`]: fault })
    return [name, value] as const
  })
  return Object.fromEntries(values)
}

/** What was meant, as far as that can be told; undefined for the default. */
function read(rule: SettingRule, given: unknown): unknown {
  const value = typeof given === 'string' ? given.trim() : given
  if (value === null || value === '') return undefined
  if (rule.kind === 'number') return /^\d{1,9}$/.test(String(value)) ? Number(value) : value

  if (rule.kind === 'names' && Array.isArray(value))
    return [...new Set(value.map((name) => String(name).trim().toUpperCase().replace(/^CAP_/, '')))].sort()
  return value
}
