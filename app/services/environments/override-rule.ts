import * as z from 'zod/mini'
import {
  overridable,
  type ConfigField,
  type ConfigFields,
  type OverridableName,
} from '../../../core/application/config/fields'
import { numberRule, type SentValue, type SingleField } from '../../input/configuration'
import { meantBy, rule } from '../../input/rule'
import { scheduleRule } from '../../input/schedule'
import { allowedRule } from '../applications/config-rules'
import { scheduleFault } from '../applications/schedule-fault'
import type { Dependencies } from '../dependencies'
import type { Override } from './override-settings'

/**
 * What an environment is to do differently, as it was typed or sent, by the names on the wire. What is left out stays as it is; `null` is
 * the application's own. Of roles all that are overridden are sent, and an empty ARN removes the override of its role.
 */
export type OverrideInput = {
  /** Whether the environment has numbers of its own, which those have to be given that an application requires; its roles are in any case. */
  override: boolean
} & { [Name in OverridableName as ConfigFields[Name]['wire']]?: SentValue<Name> | null }

/** What was meant, without what stays as it is. */
export const overrideRule = (dependencies: Pick<Dependencies, 'quotas'>, { override }: OverrideInput) =>
  z.pipe(
    z.object(
      Object.fromEntries(
        overridable.map(([, field]) => [field.wire, ownRule(dependencies, field, override)]),
      ),
    ),
    rule((own: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    ),
  ) as unknown as z.ZodMiniType<Partial<Override>, OverrideInput>

const ownRule = (dependencies: Pick<Dependencies, 'quotas'>, field: ConfigField, hasNumbers: boolean) =>
  rule((sent: unknown, refuse): unknown => {
    const allowed = allowedRule(dependencies, field as SingleField)
    if (field.kind === 'roles')
      return sent === undefined ? undefined : meantBy(allowed, withoutEmpty(sent as Roles | null), refuse)
    if (!hasNumbers) return null
    if (sent === undefined) return undefined
    if (sent === null && field.presence !== 'required') return null
    if (field.kind === 'schedule') return meantBy(scheduleRule(scheduleFault), sent as string, refuse)
    return field.kind === 'number'
      ? meantBy(numberRule({ ...field, ...field.override }), (sent ?? '') as string | number, refuse)
      : meantBy(allowed, sent, refuse)
  })

type Roles = Record<string, string>

/** An empty value removes the override of a role. */
const withoutEmpty = (roles: Roles | null): Roles =>
  Object.fromEntries(Object.entries(roles ?? {}).filter(([, arn]) => arn.trim() !== ''))
