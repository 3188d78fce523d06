import {
  overridable,
  type ConfigField,
  type ConfigFields,
  type OverridableName,
} from '../../../core/application/config/fields'
import { checkEach } from '../../input/check-all'
import { requireNumber, type SentValue, type SingleField } from '../../input/configuration'
import { requireAllowed } from '../applications/require-application-config'
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

/** What was meant, without what stays as it is. @throws DomainError `invalid` with every fault at its field */
export function requireOverride(
  dependencies: Pick<Dependencies, 'quotas'>,
  input: OverrideInput,
): Partial<Override> {
  const values = checkEach(overridable, ([, field]) => {
    const sent = input[field.wire as keyof OverrideInput] as unknown
    return [field.wire, requireOwn(dependencies, field, sent, input.override)] as const
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function requireOwn(
  dependencies: Pick<Dependencies, 'quotas'>,
  field: ConfigField,
  sent: unknown,
  hasNumbers: boolean,
): unknown {
  if (field.kind === 'roles')
    return sent === undefined
      ? undefined
      : requireAllowed(dependencies, field, withoutEmpty(sent as Roles | null))
  if (!hasNumbers) return null
  if (sent === undefined) return undefined
  if (sent === null && field.presence !== 'required') return null
  return field.kind === 'number'
    ? requireNumber({ ...field, ...field.override }, (sent ?? '') as string | number)
    : requireAllowed(dependencies, field as SingleField, sent)
}

type Roles = Record<string, string>

/** An empty value removes the override of a role. */
const withoutEmpty = (roles: Roles | null): Roles =>
  Object.fromEntries(Object.entries(roles ?? {}).filter(([, arn]) => arn.trim() !== ''))
