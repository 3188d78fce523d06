import { findCondition } from '../../core/resources/find-condition'
import { joinOutcomes } from '../reconcile/outcome'
import type { Result } from './advance'
import type { Pass } from './pass'
import { leadingBalancers } from './workload/exposed-ports'
import { shortageOf } from './shortage'
import { isDeploying, isMoving } from './summarize'

/** When to look again, in seconds: soon after something was decided, then ever later, since most waits are short. */
export function nextLook(...[pass, result, ...rest]: Parameters<typeof vitalLook>): number {
  const { outcome, nonBlocking } = result
  const seconds = vitalLook(pass, result, ...rest)
  const soonest = nonBlocking.kind === 'ready' ? seconds : Math.min(seconds, nonBlocking.seconds)
  const joined = joinOutcomes([outcome, nonBlocking])
  if (joined.kind === 'ready' || joined.leastSeconds === undefined) return soonest
  const [hasDecided] = rest
  // What was decided is carried out all the same, though not at once.
  return Math.max(soonest, hasDecided ? pass.limits.pollSeconds : joined.leastSeconds)
}

function vitalLook(
  pass: Pass,
  { status, outcome, findings }: Result,
  hasDecided: boolean,
  memory: { looksInVain: number },
): number {
  const { limits } = pass
  if (outcome.kind !== 'ready')
    return hasDecided ? Math.min(outcome.seconds, limits.pollSeconds) : outcome.seconds
  if (hasDecided) {
    memory.looksInVain = 0
    return limits.actSeconds
  }
  if (findings.isNetworkMissed || findings.isLoadBalancingMissed) return limits.pollSeconds
  if (shortageOf(status) !== undefined) return limits.capacityRetrySeconds
  const hasAllLoadBalancers = leadingBalancers(status).every(
    ({ loadBalancerId, url }) => url && loadBalancerId && findings.activeLoadBalancers.has(loadBalancerId),
  )
  const available = findCondition(status.conditions, 'Available')
  // An ill process may stay so for days: its agent restarts it, and we only have to notice when it is well.
  const isAsGoodAsItGets = available?.status === 'True' || available?.reason === 'ProcessUnhealthy'
  const isSettled = !isDeploying(pass) && !isMoving(status) && isAsGoodAsItGets
  if (isSettled && hasAllLoadBalancers) return limits.resyncSeconds
  const looksInVain = memory.looksInVain++
  return Math.min(limits.firstPollSeconds * 2 ** looksInVain, limits.pollSeconds)
}
