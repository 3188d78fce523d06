import type { Environment } from '../../core/resources/environment'

interface Holding {
  awsAccount: string
  instanceIds: string[]
  hasSpot: boolean
}

/** Whose each instance is, and which accounts hold Spot instances, by what the statuses of environments say. A hint, like all that is watched. */
export class SpotHolders {
  private readonly byEnvironment = new Map<string, Holding>()
  private readonly byInstance = new Map<string, string>()
  private readonly environmentsWithSpot = new Map<string, Set<string>>()

  /** Takes in an environment as it is now; without one it is gone. Says whether an account has Spot instances now, or none any more. */
  update(name: string, environment: Environment | undefined): boolean {
    const before = this.byEnvironment.get(name)
    this.updateInstances(name, environment)
    const after = this.byEnvironment.get(name)
    if (before?.hasSpot === after?.hasSpot) return false
    const { awsAccount } = (after ?? before) as Holding
    const holders = this.environmentsWithSpot.get(awsAccount) ?? new Set()
    const hadSpot = holders.size > 0
    if (after?.hasSpot) this.environmentsWithSpot.set(awsAccount, holders.add(name))
    else holders.delete(name)
    if (holders.size === 0) this.environmentsWithSpot.delete(awsAccount)
    return hadSpot !== holders.size > 0
  }

  private updateInstances(name: string, environment: Environment | undefined): void {
    for (const id of this.byEnvironment.get(name)?.instanceIds ?? [])
      if (this.byInstance.get(id) === name) this.byInstance.delete(id)
    this.byEnvironment.delete(name)
    if (!environment) return
    const instances = environment.status?.instances ?? []
    const instanceIds = instances.flatMap(({ instanceId }) => instanceId ?? [])
    // Of one that is terminated anyway, no warning is of use.
    const hasSpot = instances.some(({ market, phase }) => market === 'spot' && phase !== 'Terminating')
    this.byEnvironment.set(name, { awsAccount: environment.spec.awsAccount, instanceIds, hasSpot })
    for (const id of instanceIds) this.byInstance.set(id, name)
  }

  /** The environment of the account to which an instance belongs. */
  environmentOf(awsAccount: string, instanceId: string): string | undefined {
    const name = this.byInstance.get(instanceId)
    return name !== undefined && this.byEnvironment.get(name)?.awsAccount === awsAccount ? name : undefined
  }

  /** Names of the accounts in which a Spot instance runs, or is about to, and is to stay. */
  accountsWithSpot(): Set<string> {
    return new Set(this.environmentsWithSpot.keys())
  }
}
