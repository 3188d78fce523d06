import {
  CreateRuleCommand,
  DeleteRuleCommand,
  ModifyRuleCommand,
  paginateDescribeRules,
  type Rule,
  type RuleCondition,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import type { HostRule, HostRules } from '../cloud'
import { requireAnswer } from './answers'
import { hasCode, unlessGone } from './aws-errors'
import { everyItem } from './bounded-answers'
import { fromActions, toActions } from './listener-actions'
import type { ClientsOf } from './role-sessions'

export const createHostRules = (clientsOf: ClientsOf): HostRules => ({
  async listRules(ListenerArn) {
    const { elb } = await clientsOf()
    const rules = await everyItem(
      paginateDescribeRules({ client: elb }, { ListenerArn }),
      ({ Rules }) => Rules,
    )
    return rules.filter(({ IsDefault }) => !IsDefault).map(toHostRule)
  },

  async createRule(ListenerArn, { priority, hosts, ...settings }) {
    const { elb } = await clientsOf()
    const request = { Conditions: conditionsOf(hosts), Actions: toActions(settings) }
    try {
      await elb.send(new CreateRuleCommand({ ListenerArn, Priority: priority, ...request }))
    } catch (error) {
      if (!hasCode(error, 'PriorityInUseException', 'PriorityInUse')) throw error
    }
  },

  async changeRule(RuleArn, { hosts, ...settings }) {
    const { elb } = await clientsOf()
    const request = { Conditions: conditionsOf(hosts), Actions: toActions(settings) }
    await elb.send(new ModifyRuleCommand({ RuleArn, ...request }))
  },

  async deleteRule(RuleArn) {
    const { elb } = await clientsOf()
    await unlessGone(elb.send(new DeleteRuleCommand({ RuleArn })))
  },
})

const conditionsOf = (hosts: string[]): RuleCondition[] => [
  { Field: 'host-header', HostHeaderConfig: { Values: hosts } },
]

/** A rule with other conditions than one of hosts is for no hosts: it is none that we ask for. */
const toHostRule = ({ RuleArn, Priority, Conditions = [], Actions = [] }: Rule): HostRule => {
  const [condition] = Conditions
  const isOfHosts = Conditions.length === 1 && condition?.Field === 'host-header'
  const hosts = condition?.HostHeaderConfig?.Values ?? condition?.Values ?? []
  const { action, targetGroupId } = fromActions(Actions)
  return {
    id: requireAnswer(RuleArn, 'the ARN of a rule'),
    priority: Number(Priority),
    hosts: isOfHosts ? hosts.map((host) => host.toLowerCase()) : [],
    action: action === 'not-found' ? 'other' : action,
    ...(targetGroupId !== undefined && { targetGroupId }),
  }
}
