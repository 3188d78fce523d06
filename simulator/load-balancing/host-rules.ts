import {
  CloudError,
  type HostRule,
  type HostRules,
  type HostRuleSettings,
} from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { newHex } from '../ids'
import { refusal } from '../refusal'
import type { AccountState, ListenerState, LoadBalancerState, RuleState } from '../state'
import { placeOf, requireTargetGroup } from './listeners'
import type { TargetGroups } from './target-groups'

/** Rules of all listeners of a load balancer, without what listeners do with hosts that no rule names. */
const mostRules = 100
/** Of a rule, each with so many characters. */
const mostHosts = 5
const longestHost = 128

/** Rules of listeners. A change takes effect some time after it is listed. */
export function hostRulesOf(api: AccountApi, targetGroups: TargetGroups): HostRules {
  const { world } = api

  function change<T>(
    action: string,
    listenerId: string,
    on: { arn: string; tags: object }[],
    effect: (listener: ListenerState, loadBalancer: LoadBalancerState, account: AccountState) => T,
  ): Promise<T> {
    const [loadBalancerId, port] = placeOf(listenerId)
    return api.call(
      action,
      on.length > 0 ? { on: on.map(({ arn }) => ({ arn, tags: {} })) } : {},
      (account) => {
        const loadBalancer = account.loadBalancers[loadBalancerId]
        const listener = loadBalancer?.listeners.find((one) => one.port === port)
        if (!loadBalancer || !listener)
          throw refusal('ListenerNotFound', `The listener '${listenerId}' does not exist`)
        const result = effect(listener, loadBalancer, account)
        targetGroups.sync()
        return result
      },
    )
  }
  const changeRule = (
    action: string,
    id: string,
    effect: (
      rule: RuleState,
      listener: ListenerState,
      loadBalancer: LoadBalancerState,
      account: AccountState,
    ) => void,
  ) =>
    change(action, listenerOf(id), [{ arn: id, tags: {} }], (listener, loadBalancer, account) => {
      const rule = listener.rules?.find((one) => one.id === id)
      if (!rule) throw refusal('RuleNotFound', `The rule '${id}' does not exist`)
      effect(rule, listener, loadBalancer, account)
    })

  return {
    listRules: (listenerId) =>
      change('elasticloadbalancing:DescribeRules', listenerId, [], ({ rules = [] }) =>
        rules.map(({ id, priority, hosts, action, targetGroupId }): HostRule => ({
          ...{ id, priority, hosts, action },
          ...(targetGroupId !== undefined && { targetGroupId }),
        })),
      ),

    createRule: (listenerId, { priority, ...settings }) =>
      change(
        'elasticloadbalancing:CreateRule',
        listenerId,
        [{ arn: listenerId, tags: {} }],
        (listener, loadBalancer, account) => {
          requireRule(account, loadBalancer, settings)
          const rules = (listener.rules ??= [])
          if (rules.some((one) => one.priority === priority)) return
          if (loadBalancer.listeners.flatMap((one) => one.rules ?? []).length >= mostRules)
            throw refusal(
              'TooManyRules',
              `The maximum number of rules of ${loadBalancer.name} has been reached.`,
            )
          const effectiveEpoch = world.clock.now() + world.timings.ruleLagMs
          rules.push({
            id: `${ruleBase(listenerId)}/${newHex(world.random)}`,
            priority,
            effectiveEpoch,
            ...settings,
          })
        },
      ),

    changeRule: (id, settings) =>
      changeRule('elasticloadbalancing:ModifyRule', id, (rule, _listener, loadBalancer, account) => {
        requireRule(account, loadBalancer, settings)
        const { hosts, action, targetGroupId } = rule
        const now = world.clock.now()
        if (rule.effectiveEpoch <= now)
          rule.former = { hosts, action, ...(targetGroupId !== undefined && { targetGroupId }) }
        delete rule.targetGroupId
        Object.assign(rule, settings, { effectiveEpoch: now + world.timings.ruleLagMs })
      }),

    async deleteRule(id) {
      try {
        await changeRule('elasticloadbalancing:DeleteRule', id, (rule, listener) => {
          listener.rules = listener.rules?.filter((one) => one !== rule)
        })
      } catch (error) {
        if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
      }
    },
  }
}

const ruleBase = (listenerId: string) => listenerId.replace(':listener/', ':listener-rule/')

const listenerOf = (ruleId: string): string =>
  ruleId.slice(0, ruleId.lastIndexOf('/')).replace(':listener-rule/', ':listener/')

/** @throws CloudError if Elastic Load Balancing would refuse */
function requireRule(
  account: AccountState,
  loadBalancer: LoadBalancerState,
  { hosts, action, targetGroupId }: Omit<HostRuleSettings, 'priority'>,
): void {
  const isHost = (host: string) => host.length <= longestHost && /^[a-z0-9*?_.-]+\.[a-z0-9-]+$/.test(host)
  if (hosts.length === 0 || hosts.length > mostHosts || !hosts.every(isHost))
    throw refusal('ValidationError', `${hosts.join(', ')} are not hosts of a rule.`)
  if (action === 'forward') requireTargetGroup(account, loadBalancer, targetGroupId ?? '')
}
