import type { Target, TargetHealth } from '../../controller/cloud/cloud'
import { instanceStateAt } from '../ec2/instances'
import type { AccountState, TargetGroupState, TargetState } from '../state'
import type { World } from '../world'
import { groupsOf } from './route-request'

type Health = Pick<TargetState, 'health' | 'fault'>

/** A target as it is registered: whether it is healthy has to show first. */
export const newTarget = (world: World, { instanceId, port }: Target): TargetState => ({
  instanceId,
  port,
  health: 'initial',
  registeredEpoch: world.clock.now() + world.faults.upTo(world.timings.targetLagMs),
  drainedEpoch: undefined,
})

/** Notes the health of a target, which the API tells a while later. */
export function setHealth(
  { clock, faults, timings }: Pick<World, 'clock' | 'faults' | 'timings'>,
  target: TargetState,
  { health, fault }: Health,
): void {
  const lagMs = faults.upTo(timings.targetLagMs)
  if (lagMs > 0) target.formerly = { ...toldOf(target, clock.now()), untilEpoch: clock.now() + lagMs }
  target.health = health
  if (fault) target.fault = fault
  else delete target.fault
}

/** The health that the API knows of by `now`. */
const toldOf = ({ health, fault, formerly }: TargetState, now: number): Health =>
  formerly && now < formerly.untilEpoch
    ? { health: formerly.health, fault: formerly.fault }
    : { health, fault }

/** Whether requests can reach the group at all. */
export const isInUse = (account: AccountState, group: TargetGroupState): boolean =>
  Object.values(account.loadBalancers).some(({ listeners }) =>
    listeners.some((listener) => groupsOf(listener).includes(group.id)),
  )

/** When a target is registered: not before a load balancer that sends it something is active. */
function registeredEpochOf(account: AccountState, group: TargetGroupState, target: TargetState): number {
  const activeEpochs = Object.values(account.loadBalancers).flatMap(({ listeners, activeEpoch }) =>
    listeners.some((listener) => groupsOf(listener).includes(group.id)) ? [activeEpoch] : [],
  )
  return Math.max(target.registeredEpoch ?? 0, Math.min(...activeEpochs))
}

/** The health of a target as the API tells it, at `now` (epoch in milliseconds). */
export function healthOf(
  account: AccountState,
  group: TargetGroupState,
  target: TargetState,
  now: number,
): Pick<TargetHealth, 'state' | 'reason' | 'description'> {
  if (target.drainedEpoch !== undefined)
    return {
      state: 'draining',
      reason: 'Target.DeregistrationInProgress',
      description: 'Target deregistration is in progress',
    }
  const instance = account.instances[target.instanceId]
  if (!instance || instanceStateAt(now, instance) !== 'running')
    return {
      state: 'unused',
      reason: 'Target.InvalidState',
      description: 'Target is in the stopped or terminated state',
    }
  if (!isInUse(account, group))
    return {
      state: 'unused',
      reason: 'Target.NotInUse',
      description: 'Target group is not configured to receive traffic from the load balancer',
    }
  if (now < registeredEpochOf(account, group, target))
    return {
      state: 'initial',
      reason: 'Elb.RegistrationInProgress',
      description: 'Target registration is in progress',
    }
  const { health, fault } = toldOf(target, now)
  if (health === 'initial')
    return {
      state: 'initial',
      reason: 'Elb.InitialHealthChecking',
      description: 'Initial health checks in progress',
    }
  return { state: health, ...fault }
}
