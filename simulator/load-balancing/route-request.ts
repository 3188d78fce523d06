import { matchesPattern } from '../policies/pattern'
import type { ListenerState, RuleEffect } from '../state'

/** What a listener does with a request. */
export type Route = Pick<ListenerState, 'action' | 'targetGroupId'>

/**
 * What a listener does with a request for a host: the first of its rules that fits counts, then what it does with all others.
 *
 * @param host without a port; undefined for one that no rule is about
 * @param now epoch in milliseconds
 */
export function routeOf(
  { rules = [], ...listener }: ListenerState,
  host: string | undefined,
  now: number,
): Route {
  const effects = [...rules]
    .sort((a, b) => a.priority - b.priority)
    .flatMap((rule): RuleEffect[] => (rule.effectiveEpoch <= now ? [rule] : rule.former ? [rule.former] : []))
  const isFor = ({ hosts }: RuleEffect) =>
    hosts.some((one) => host !== undefined && matchesPattern(one.toLowerCase(), host.toLowerCase()))
  return effects.find(isFor) ?? listener
}

/** The target groups to which a listener sends anybody. */
export const groupsOf = ({
  targetGroupId,
  rules = [],
}: Pick<ListenerState, 'targetGroupId' | 'rules'>): string[] =>
  [targetGroupId, ...rules.flatMap((rule) => [rule.targetGroupId, rule.former?.targetGroupId])].flatMap(
    (id) => id ?? [],
  )
