import { z } from 'zod'
import {
  hintOf,
  rulesOf,
  settingFault,
  settingRules,
  type SettingPart,
  type SettingRule,
  type SettingsOf,
} from '../application/run-settings'

function valueSchema(rule: SettingRule): z.ZodType {
  switch (rule.kind) {
    case 'number':
      return z.int().min(rule.least).max(rule.most)
    case 'text':
      return z
        .string()
        .min(1)
        .max(rule.longest)
        .regex(rule.pattern, rule.fault)
        .refine((value) => settingFault(rule, value) === undefined, rule.fault)
    case 'flag':
      return z.boolean()
    case 'names':
      return z.array(z.enum(rule.of as [string, ...string[]])).max(rule.of.length)
  }
}

const schemaOf = <Part extends SettingPart>(part: Part) =>
  z.object(
    Object.fromEntries(
      rulesOf(part).map(([name, rule]) => [
        name,
        valueSchema(rule)
          .optional()
          .describe(`${rule.label}. ${hintOf(rule)}`),
      ]),
    ),
  ) as unknown as z.ZodType<SettingsOf<Part>>

/** How processes are asked whether they are well, as far as an application has that of its own. */
export const healthCheckSchema = schemaOf('healthCheck')

/** How containers are run and ended, as far as an application has that of its own. */
export const containerSchema = schemaOf('container')

/** Of which use people are warned, as far as an application has that of its own. */
export const warningsSchema = schemaOf('warnings')

/** A part, complete, for whoever reads it. */
export const completeSchemaOf = <Part extends SettingPart>(part: Part) =>
  z.object(
    Object.fromEntries(
      Object.entries<SettingRule>(settingRules[part]).map(([name, rule]) => [
        name,
        completeValue(rule).describe(`${rule.label}. ${hintOf(rule)}`),
      ]),
    ),
  ) as unknown as z.ZodType<Required<SettingsOf<Part>>>

function completeValue(rule: SettingRule): z.ZodType {
  // A text that is empty by default has no form to fit.
  return rule.kind === 'text' && rule.default === '' ? z.string() : valueSchema(rule)
}
