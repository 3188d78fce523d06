import * as z from 'zod/mini'
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
import { rule, type Rule } from './rule'

/** A part of the settings as it was typed or sent: `null` or an empty text is the default, what is left out stays as it was. */
type SentSettings = Record<string, unknown> | null
export type RunSettingsInput = Partial<Record<SettingPart, SentSettings>>

/** The settings that an application has from now on; what is not given stays as `present` has it. A fault is at its setting: `healthCheck.path`. */
export const runSettingsRule = (present: RunSettings = {}) =>
  z.pipe(
    z.object(
      Object.fromEntries(settingParts.map((part) => [part, partRule(part, present[part])])),
    ) as unknown as z.ZodMiniType<RunSettings, RunSettingsInput>,
    rule((parts: RunSettings) => ({ runSettings: runSettingsOf(parts) })),
  )

const partRule = (part: SettingPart, present: object = {}): Rule<SentSettings | undefined, object> =>
  rule((sent, refuse) => {
    if (sent === null) return {}
    const before = present as Record<string, unknown>
    const values = rulesOf(part).map(([name, setting]) => {
      const given = sent?.[name]
      if (given === undefined) return [name, before[name]]
      const value = read(setting, given)
      const fault = value === undefined ? undefined : settingFault(setting, value)
      return [name, fault === undefined ? value : refuse(requestMessages.settingWrong(fault), name)]
    })
    return Object.fromEntries(values) as object
  })

/** What was meant, as far as that can be told; undefined for the default. */
function read(rule: SettingRule, given: unknown): unknown {
  const value = typeof given === 'string' ? given.trim() : given
  if (value === null || value === '') return undefined
  if (rule.kind === 'number') return /^\d{1,9}$/.test(String(value)) ? Number(value) : value

  if (rule.kind === 'names' && Array.isArray(value))
    return [...new Set(value.map((name) => String(name).trim().toUpperCase().replace(/^CAP_/, '')))].sort()
  return value
}
