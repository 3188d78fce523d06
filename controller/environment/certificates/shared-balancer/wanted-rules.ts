import type { HostRule, HostRuleSettings } from '../../../cloud/cloud'
import { bandOf, hostPatternOf, isInBand } from './host-pattern'

/** So many hosts a rule takes. */
const mostHosts = 5

/** A port, or several behind one target group, and the names that it is to answer by. */
export interface NamedGroup {
  targetGroupId: string
  names: string[]
  action: HostRuleSettings['action']
}

/** A rule that a listener is to have, but for its priority, which is to be in the band. */
export interface WantedRule extends Omit<HostRuleSettings, 'priority'> {
  band: number
}

/** As few rules as AWS lets them be: its quota is of rules. */
export const wantedRules = (groups: NamedGroup[]): WantedRule[] =>
  groups.flatMap(({ targetGroupId, names, action }) => {
    const sorted = [...names].sort()
    return [...new Set(sorted.map(bandOf))].flatMap((band) =>
      inPieces(sorted.filter((name) => bandOf(name) === band).map(hostPatternOf)).map((hosts) => ({
        ...{ band, hosts, action },
        ...(action === 'forward' && { targetGroupId }),
      })),
    )
  })

const inPieces = (hosts: string[]): string[][] =>
  Array.from({ length: Math.ceil(hosts.length / mostHosts) }, (_, index) =>
    hosts.slice(index * mostHosts, (index + 1) * mostHosts),
  )

interface RuleChanges {
  created: HostRuleSettings[]
  changed: { id: string; rule: WantedRule }[]
  deleted: string[]
}

/**
 * What makes the rules that are there those that are wanted, in the order in which it is to happen, so that no host is without one.
 *
 * @param others rules that are left alone, with their priorities
 */
export function compareRules(
  present: HostRule[],
  wanted: WantedRule[],
  others: HostRule[] = [],
): RuleChanges {
  const left = new Set(present)
  const taken = new Set([...present, ...others].map(({ priority }) => priority))
  const changes: RuleChanges = { created: [], changed: [], deleted: [] }
  const unmet: WantedRule[] = []
  for (const rule of wanted) {
    const same = [...left].find((one) => isInBand(one.priority, rule.band) && isAs(one, rule))
    if (same) left.delete(same)
    else unmet.push(rule)
  }
  // A host that comes from another rule comes by a new one: that is there before the other one changes.
  const isTakenFrom = (host: string, one: HostRule) =>
    present.some((other) => other !== one && other.hosts.includes(host))
  const isChangeable = (one: HostRule, rule: WantedRule) =>
    isInBand(one.priority, rule.band) &&
    isAlike(one, rule) &&
    !rule.hosts.some((host) => !one.hosts.includes(host) && isTakenFrom(host, one))
  for (const rule of unmet) {
    const alike = [...left].find((one) => isChangeable(one, rule))
    if (alike) {
      left.delete(alike)
      changes.changed.push({ id: alike.id, rule })
      continue
    }
    let priority = rule.band
    while (taken.has(priority)) priority += 1
    taken.add(priority)
    const { band: _band, ...settings } = rule
    changes.created.push({ priority, ...settings })
  }
  changes.deleted = [...left].map(({ id }) => id)
  return changes
}

export const isAnyChange = ({ created, changed, deleted }: RuleChanges): boolean =>
  created.length + changed.length + deleted.length > 0

const isAs = (present: HostRule, wanted: WantedRule): boolean =>
  present.action === wanted.action &&
  (wanted.action !== 'forward' || present.targetGroupId === wanted.targetGroupId) &&
  present.hosts.toSorted().join() === wanted.hosts.toSorted().join()

const isAlike = (present: HostRule, wanted: WantedRule): boolean =>
  present.hosts.some((host) => wanted.hosts.includes(host)) ||
  (wanted.action === 'forward' && present.targetGroupId === wanted.targetGroupId)
