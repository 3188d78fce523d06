import type { Logger } from '../../core/logging/logger'
import type { EndReason } from '../../controller/cloud/cloud'
import type { InstanceBooter } from '../booter'
import type { InstanceEndpoints, InstanceServices } from '../instance-services/instance-services'
import type { InstanceState } from '../state'
import { removeThing } from '../things'
import type { World } from '../world'
import { hasWayOut } from './route-tables'

/** Why instances end, as AWS says it. */
export const endReasons = {
  byUser: {
    code: 'Client.UserInitiatedShutdown',
    message: 'Client.UserInitiatedShutdown: User initiated shutdown',
  },
  bySpot: {
    code: 'Server.SpotInstanceTermination',
    message: 'Server.SpotInstanceTermination: Instance terminated by Spot',
  },
  broken: { code: 'Server.InternalError', message: 'Server.InternalError: Internal error' },
  withoutKey: { code: 'Client.InternalError', message: 'Client.InternalError: Client error on launch' },
} satisfies Record<string, EndReason>

/** Address of instances in a cloud that never boots any: nobody answers there. */
const deadAddress = { host: '127.0.0.1', port: 1 }

/** How long AWS knows the client token of an instance that is gone. */
const clientTokenMs = 24 * 3_600_000

/** How often, and for how long, the script of an instance tries to fetch the agent: as its `curl` does. */
const fetchAgainMs = 2000
const fetchingMs = 600_000

const isLiving = ({ terminatedEpoch }: InstanceState): boolean => terminatedEpoch === undefined

/** Carries every instance from its launch to its end, with the agent that belongs to it. */
export class InstanceLifecycle {
  private isHalting = false

  constructor(
    private readonly world: World,
    private readonly booter: InstanceBooter,
    private readonly logger: Logger,
    /** Absent in a cloud whose instances are nothing real. */
    private readonly services: InstanceServices | undefined,
    /** Told after an instance came up or went away. */
    private readonly changed: () => void,
  ) {}

  /** Takes over instances as the state file has them: living agents are kept, dead ones booted again. */
  async resume(): Promise<void> {
    this.forgetOldInstances()
    await Promise.all([
      ...this.instances(isLiving).map((instance) => this.resumeInstance(instance)),
      // We may have been killed between the decision to end them and their end.
      ...this.instances((instance) => !isLiving(instance)).map(({ id }) =>
        this.booter.halt(id, { forget: true }),
      ),
    ])
  }

  scheduleBoot(instance: InstanceState): void {
    this.world.scheduler.at(instance.bootEpoch, () => this.boot(instance))
  }

  /** Ends an instance after `shutdownMs`; its agent ends now, as the machine's network goes first. Repeating is fine. */
  terminate(instance: InstanceState, endReason: EndReason, shutdownMs = this.world.timings.shutdownMs): void {
    if (instance.terminatedEpoch !== undefined) return
    const { clock, faults, timings } = this.world
    if (timings.staleStateMs > 0) {
      const state = instance.isRunning ? 'running' : 'pending'
      const untilEpoch = clock.now() + faults.upTo(timings.staleStateMs)
      instance.formerly = { state, agent: instance.agent, untilEpoch }
    }
    const unknownMs = faults.takeLongAbsence(timings)
    if (unknownMs > 0) instance.unknownUntilEpoch = clock.now() + unknownMs
    instance.endReason = endReason
    instance.terminatedEpoch = clock.now() + shutdownMs
    instance.isRunning = false
    instance.agent = undefined
    instance.bootstrap = undefined
    this.changed()
    this.world.scheduler.inBackground(() => this.end(instance.id))
  }

  /** Takes a Spot instance back at `epoch`. */
  scheduleInterruption(instance: InstanceState, epoch: number): void {
    instance.interruptionEpoch = epoch
    this.world.scheduler.at(epoch, () => {
      this.terminate(instance, endReasons.bySpot)
      return this.world.save()
    })
  }

  /** Ends every agent; the instances stay and get new agents at the next start. */
  async haltAll(): Promise<void> {
    this.isHalting = true
    await Promise.all(this.instances(isLiving).map(({ id }) => this.booter.halt(id, { forget: false })))
  }

  /** Ends what belongs to this process; agents live on. */
  async close(): Promise<void> {
    await this.services?.closeAll()
  }

  private async end(instanceId: string): Promise<void> {
    await this.services?.close(instanceId)
    await this.booter.halt(instanceId, { forget: true })
  }

  /** Opens the endpoints that AWS offers on an instance. */
  private async openServices(instance: InstanceState): Promise<Partial<InstanceEndpoints>> {
    const account = Object.values(this.world.state.accounts).find(({ instances }) => instances[instance.id])
    return (account && (await this.services?.open(account.accountNumber, instance))) ?? {}
  }

  /** Its script cannot fetch the agent. */
  private isCutOff({ id, subnetId }: InstanceState): boolean {
    const account = Object.values(this.world.state.accounts).find(({ instances }) => instances[id])
    return account !== undefined && !hasWayOut(account, subnetId)
  }

  /** The script asks again for the agent, and gives up in the end: what runs then has none. */
  private async retryBoot(instance: InstanceState): Promise<void> {
    const { clock, scheduler } = this.world
    instance.neverBoots = clock.now() >= instance.bootEpoch + fetchingMs
    if (instance.neverBoots) return this.boot(instance)
    scheduler.at(clock.now() + fetchAgainMs, () => this.boot(instance))
  }

  private instances(isWanted: (instance: InstanceState) => boolean): InstanceState[] {
    return Object.values(this.world.state.accounts)
      .flatMap((account) => Object.values(account.instances))
      .filter(isWanted)
  }

  private forgetOldInstances(): void {
    for (const { instances } of Object.values(this.world.state.accounts))
      for (const { id, terminatedEpoch = Infinity } of Object.values(instances))
        if (terminatedEpoch + clientTokenMs < this.world.clock.now()) removeThing(instances, id)
  }

  private async resumeInstance(instance: InstanceState): Promise<void> {
    if (instance.interruptionEpoch !== undefined)
      this.scheduleInterruption(instance, instance.interruptionEpoch)
    if (!instance.isRunning) return this.scheduleBoot(instance)
    const agent = instance.neverBoots ? deadAddress : await this.booter.adopt?.(instance.id)
    if (agent) {
      instance.agent = agent
      await this.openServices(instance)
      return
    }
    instance.isRunning = false
    instance.agent = undefined
    this.changed()
    await this.boot(instance)
  }

  private async boot(instance: InstanceState): Promise<void> {
    const { bootstrap } = instance
    if (!bootstrap) return
    if (instance.failure) {
      this.terminate(instance, instance.failure)
      return this.world.save()
    }
    if (!instance.neverBoots && this.isCutOff(instance)) return this.retryBoot(instance)
    try {
      instance.agent = instance.neverBoots
        ? deadAddress
        : await this.booter.boot({
            instanceId: instance.id,
            bootstrap: { ...bootstrap, ...(await this.openServices(instance)) },
          })
      instance.bootFailure = undefined
    } catch (error) {
      this.logger.error(
        { err: error, instanceId: instance.id },
        'the agent of a simulated instance did not start',
      )
      instance.bootFailure = error instanceof Error ? error.message : String(error)
      instance.agent = deadAddress
    }
    if (this.isHalting) return this.booter.halt(instance.id, { forget: false })
    if (instance.terminatedEpoch !== undefined) {
      instance.agent = undefined
      return this.end(instance.id)
    }
    instance.isRunning = true
    this.changed()
    await this.world.save()
  }
}
