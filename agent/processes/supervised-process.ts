import { longestProcessMessage, type AgentProcess, type DesiredProcess } from '../../core/agent/protocol'
import type { Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import type { Container, ContainerExit, ContainerRuntime, PortMapping } from '../containers/runtime'
import type { OpenCredentials, ProcessCredentials } from '../credentials/process-credentials'
import { createBackoff } from './backoff'
import type { Health, HealthProbe } from './health-probe'
import { watchHealth } from './health-watch'
import type { HostPorts } from './host-ports'
import { stopGracefully } from './stop-container'
import type { StopRequest, StopRequests } from './stop-requests'

/** A process that is not healthy so long after its start is called unhealthy rather than starting. */
const startingMs = 60_000
/** A process that was healthy so long has earned a quick restart again. */
const steadyMs = 2 * 60_000
/** What processes get when the agent itself is told to end. */
const shutDownGraceMs = 5000

export interface SupervisionDependencies {
  runtime: ContainerRuntime
  clock: Clock
  log: Logger
  hostPorts: HostPorts
  probe: HealthProbe
  stopRequests: StopRequests
  /** The address of a stop request, for the process to poll. */
  stopUrl: (stopRequest: StopRequest) => string
  credentials: ProcessCredentials
}

/** Keeps one desired process running from its pull to its stop. */
export class SupervisedProcess {
  /** Resolves when nothing of it runs any more; never rejects. */
  readonly ended: Promise<void>

  #status: AgentProcess
  readonly #stopping = new AbortController()
  readonly #hurry = new AbortController()
  readonly #stopAsked: Promise<void>
  readonly #stopRequest: StopRequest
  readonly #credentials: OpenCredentials

  constructor(
    private readonly desired: DesiredProcess,
    private readonly dependencies: SupervisionDependencies,
  ) {
    this.#status = { id: desired.id, state: 'pulling', ports: [], restarts: 0 }
    this.#stopAsked = new Promise((resolve) =>
      this.#stopping.signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    this.#stopRequest = dependencies.stopRequests.register()
    this.#credentials = dependencies.credentials.open(desired)
    this.ended = this.#run().finally(() => {
      this.#stopRequest.close()
      this.#credentials.close()
    })
  }

  status(): AgentProcess {
    return { ...this.#status, ...(this.#stopRequest.isPolling() && { isPollingStop: true }) }
  }

  /** Asks for the graceful stop. Asking again changes nothing. */
  stop(): void {
    this.#update({ state: 'stopping', message: undefined })
    this.#stopping.abort()
  }

  /** Stops with a signal and little patience: the agent itself ends. */
  shutDown(): void {
    this.#hurry.abort()
    this.stop()
  }

  async #run(): Promise<void> {
    const { hostPorts, clock } = this.dependencies
    await this.#pull()
    const backoff = createBackoff()
    let ports: PortMapping[] = []
    while (!this.#isStopping) {
      let outcome: string
      try {
        ports = await hostPorts.allocate(this.desired.ports, ports)
        const exit = await this.#runContainer(ports).finally(() => hostPorts.release(ports))
        if (this.#healthyForMs() >= steadyMs) backoff.reset()
        outcome = describeExit(exit)
      } catch (error) {
        outcome = `It could not be started: ${reasonOf(error)}`
      }
      if (this.#isStopping) return
      const delayMs = backoff.next()
      this.#restartLater(`${outcome}. It is started again in ${delayMs / 1000} s.`)
      await clock.sleep(delayMs, this.#stopping.signal)
    }
  }

  async #pull(): Promise<void> {
    const { runtime, clock, log } = this.dependencies
    const { id, image, tag } = this.desired
    const backoff = createBackoff()
    while (!this.#isStopping) {
      try {
        await runtime.pull(image, tag)
        return
      } catch (error) {
        const message = `The image ${image}:${tag} could not be pulled: ${reasonOf(error)}.`
        if (!this.#isStopping) this.#update({ message })
        log.warn({ processId: id, err: error }, message)
        await clock.sleep(backoff.next(), this.#stopping.signal)
      }
    }
  }

  async #runContainer(ports: PortMapping[]): Promise<ContainerExit> {
    const { runtime, clock, log, probe } = this.dependencies
    const { id, image, tag, cpu, memoryMb } = this.desired
    if (!this.#isStopping) this.#update({ state: 'starting', message: undefined })
    const environment = this.#environment()
    const container = await runtime.start({ processId: id, image, tag, cpu, memoryMb, ports, environment })
    const startedEpoch = clock.now()
    this.#update({ ports, startedEpoch, healthyEpoch: undefined })
    log.info({ processId: id, image, tag, ports }, 'Process started')

    const watch = new AbortController()
    void watchHealth({ ports, probe, clock, signal: watch.signal, report: (health) => this.#see(health) })
    await Promise.race([container.exited, this.#stopAsked])
    watch.abort()
    if (this.#isStopping) await this.#stopContainer(container, startedEpoch)
    const exit = await container.exited
    log.info({ processId: id, ...exit }, 'Process ended')
    return exit
  }

  #stopContainer(container: Container, startedEpoch: number): Promise<void> {
    return stopGracefully({
      container,
      startedEpoch,
      stopRequest: this.#stopRequest,
      clock: this.dependencies.clock,
      hurry: this.#hurry.signal,
      hurriedGraceMs: shutDownGraceMs,
    })
  }

  #environment(): Record<string, string> {
    return {
      ...this.desired.environment,
      SDO_PROCESS_ID: this.desired.id,
      SDO_APPLICATION_NAME: this.desired.applicationName,
      SDO_VERSION_NAME: this.desired.versionName,
      ...this.#credentials.variables(),
      SDO_STOP_URL: this.dependencies.stopUrl(this.#stopRequest),
    }
  }

  #see(health: Health): void {
    if (this.#isStopping) return
    const { startedEpoch = 0, healthyEpoch } = this.#status
    const now = this.dependencies.clock.now()
    if (health.healthy) {
      this.#update({ state: 'healthy', healthyEpoch: healthyEpoch ?? now, message: undefined })
    } else {
      const isStarting = healthyEpoch === undefined && now - startedEpoch < startingMs
      this.#update({ state: isStarting ? 'starting' : 'unhealthy', message: health.reason })
    }
  }

  #restartLater(message: string): void {
    this.dependencies.log.warn({ processId: this.desired.id }, message)
    this.#update({
      state: 'restarting',
      ports: [],
      startedEpoch: undefined,
      healthyEpoch: undefined,
      restarts: this.#status.restarts + 1,
      message,
    })
  }

  #healthyForMs(): number {
    const { healthyEpoch } = this.#status
    return healthyEpoch === undefined ? 0 : this.dependencies.clock.now() - healthyEpoch
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  #update(change: Partial<AgentProcess>): void {
    const message = 'message' in change && { message: change.message?.slice(0, longestProcessMessage) }
    this.#status = { ...this.#status, ...change, ...message }
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const describeExit = ({ code, signal }: ContainerExit) =>
  signal ? `It was ended by the signal ${signal}` : `It exited with code ${code}`
