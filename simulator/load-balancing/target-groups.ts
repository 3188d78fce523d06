import { createHash } from 'node:crypto'
import { parseCidr } from '../../core/aws/cidr'
import type { Target } from '../../controller/cloud/cloud'
import { watchHealth } from './health-check'
import type { AccountState, TargetGroupState, TargetState } from '../state'
import { Endpoint, TargetPool } from './target-pool'
import { isInUse, newTarget, setHealth } from './target-health'
import type { Traffic } from './traffic'
import type { World } from '../world'

const keyOf = ({ instanceId, port }: Target): string => `${instanceId}:${port}`

/** Keeps the pools that requests go through, and the health checks, as the state of the accounts says. */
export class TargetGroups {
  private readonly pools = new Map<string, TargetPool>()

  constructor(
    private readonly world: World,
    private readonly traffic: Traffic,
  ) {}

  /** The pool of a target group, if the group exists. */
  poolOf(targetGroupId: string): TargetPool | undefined {
    return this.pools.get(targetGroupId)
  }

  /** Takes over the targets of the state file. What was draining lost its last requests with the process before. */
  resume(): void {
    for (const account of Object.values(this.world.state.accounts))
      for (const group of Object.values(account.targetGroups))
        group.targets = group.targets.filter(({ drainedEpoch }) => drainedEpoch === undefined)
    this.sync()
  }

  /** Brings pools and health checks in line after anything changed. Repeating is fine. */
  sync(): void {
    const present = new Set<string>()
    for (const account of Object.values(this.world.state.accounts))
      for (const group of Object.values(account.targetGroups)) {
        present.add(group.id)
        this.syncGroup(account, group)
      }
    for (const [id, pool] of this.pools)
      if (!present.has(id)) {
        for (const endpoint of pool.endpoints.values()) endpoint.cut()
        this.pools.delete(id)
      }
  }

  /** Starts the drain of targets; those without open requests are gone at once. */
  deregister(group: TargetGroupState, targets: Target[]): void {
    const leaving = new Set(targets.map(keyOf))
    for (const target of group.targets) {
      if (!leaving.has(keyOf(target)) || target.drainedEpoch !== undefined) continue
      target.drainedEpoch = this.world.clock.now() + group.drainSeconds * 1000
      const endpoint = this.pools.get(group.id)?.endpoints.get(keyOf(target))
      if (!endpoint || endpoint.openRequests === 0) this.remove(group, target)
      else {
        endpoint.isLeaving = true
        this.world.scheduler.at(target.drainedEpoch, () => this.finishDrain(group, target), endpoint.gone)
      }
    }
  }

  /** Takes a draining target in again: as a new one, which has to show first that it is healthy. */
  revive(group: TargetGroupState, target: TargetState): void {
    this.remove(group, target)
    group.targets.push(newTarget(this.world, target))
  }

  private syncGroup(account: AccountState, group: TargetGroupState): void {
    const pool = this.pools.get(group.id) ?? new TargetPool()
    this.pools.set(group.id, pool)
    for (const target of group.targets) this.syncTarget(account, group, pool, target)
    const registered = new Set(group.targets.map(keyOf))
    for (const [key, endpoint] of pool.endpoints)
      if (!registered.has(key)) {
        endpoint.cut()
        pool.endpoints.delete(key)
      }
  }

  private syncTarget(
    account: AccountState,
    group: TargetGroupState,
    pool: TargetPool,
    target: TargetState,
  ): void {
    const key = keyOf(target)
    const host = hostOf(account, group, target)
    const present = pool.endpoints.get(key)
    if (present && present.host === host) return
    present?.cut()
    pool.endpoints.delete(key)
    if (present) setHealth(this.world, target, { health: 'initial' })
    if (host === undefined || target.drainedEpoch !== undefined) return
    const endpoint = new Endpoint(host, target.port, () =>
      this.world.scheduler.inBackground(() => this.finishDrain(group, target)),
    )
    endpoint.isHealthy = target.health === 'healthy'
    pool.endpoints.set(key, endpoint)
    const asked = { group, privateHost: privateHostOf(account, target) }
    watchHealth(this.world, this.traffic, asked, endpoint, (health, fault) => {
      setHealth(this.world, target, { health, fault })
      endpoint.isHealthy = health === 'healthy'
      this.world.scheduler.inBackground(() => this.world.save())
    })
  }

  private async finishDrain(group: TargetGroupState, target: TargetState): Promise<void> {
    if (target.drainedEpoch === undefined) return
    this.remove(group, target)
    await this.world.save()
  }

  private remove(group: TargetGroupState, target: TargetState): void {
    if (!group.targets.includes(target)) return
    group.targets.splice(group.targets.indexOf(target), 1)
    this.sync()
  }
}

/** Host of a target, if requests can reach it. */
function hostOf(account: AccountState, group: TargetGroupState, target: TargetState): string | undefined {
  const instance = account.instances[target.instanceId]
  return instance?.isRunning && isInUse(account, group) ? instance.agent?.host : undefined
}

/** The address of an instance in its subnet, which nothing in the simulation listens on, and the target's port. */
function privateHostOf({ instances, subnets }: AccountState, { instanceId, port }: TargetState): string {
  const range = parseCidr(subnets[instances[instanceId]?.subnetId ?? '']?.cidr ?? '')
  if (!range) return `10.0.0.4:${port}`
  const hash = createHash('sha256').update(instanceId).digest().readUInt32BE()
  // AWS keeps the first four addresses of a subnet and its last one.
  const address = range.first + 4 + (hash % Math.max(1, range.last - range.first - 4))
  return `${[24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')}:${port}`
}
