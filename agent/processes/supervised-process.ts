import { containerSettingsOf, healthCheckOf } from '../../core/application/run-settings'
import { longestProcessMessage, type AgentProcess, type DesiredProcess } from '../../core/agent/protocol'
import { injectedName } from '../../core/application/environment-variables'
import type { Container, ContainerExit, FoundContainer, PortMapping } from '../containers/runtime'
import type { KeptProcess } from '../state/agent-state'
import type { OpenCredentials } from '../credentials/process-credentials'
import type { OpenOutput } from '../output/process-output'
import { createBackoff } from './backoff'
import { logOccurrence, type Facts } from '../../core/logging/occurrences'
import { watchCpu } from './cpu-watch'
import { describeExit } from './describe-exit'
import type { Health } from './health-probe'
import { watchHealth } from './health-watch'
import { watchOutput } from './output-watch'
import { readSecrets } from './read-secrets'
import { stopGracefully } from './stop-container'
import type { StopRequest } from './stop-requests'
import type { Beginning, SupervisionDependencies } from './supervision'
import { watchUsage } from '../usage/watch-usage'

/** A process that was healthy so long has earned a quick restart again. */
const steadyMs = 2 * 60_000
/** Grace of processes when the agent itself is told to end. */
const shutDownGraceMs = 5000

/** Keeps one desired process running from its pull to its stop. */
export class SupervisedProcess {
  /** Resolves when nothing of it runs any more; never rejects. */
  readonly ended: Promise<void>

  #status: AgentProcess
  readonly #stopping = new AbortController()
  readonly #hurry = new AbortController()
  readonly #stopAsked: Promise<void>
  readonly #stopRequest: StopRequest
  readonly #desired: DesiredProcess
  #digest: string | undefined
  /** Last lines of its container. */
  #printed: string[] = []
  readonly #output: OpenOutput
  #driverFault: string | undefined
  #container: Container | undefined
  /** By the present container, on the average of a day. */
  #cpuUsed: number | undefined
  /** Programs killed for memory in containers before the present one, which may be the last that was seen of them. */
  #formerKills: number
  /** Containers that ended as a whole for memory. */
  #memoryEnds: number
  /** Since when the present container is watched, and healthy, by the monotonic clock: the time of day may be set meanwhile. */
  #watchedSince = 0
  #healthySince: number | undefined
  readonly #credentials: OpenCredentials

  constructor(
    beginning: Beginning,
    private readonly dependencies: SupervisionDependencies,
  ) {
    const { definition, restarts, pulledEpoch, isStopping, stopToken, found } = beginning
    const { healthyEpoch, healthMilliseconds } = beginning
    this.#desired = definition
    this.#digest = found?.digest ?? definition.digest
    this.#formerKills = beginning.memoryKills ?? 0
    this.#memoryEnds = beginning.memoryEnds ?? 0
    this.#status = {
      id: definition.id,
      state: 'pulling',
      ports: [],
      restarts,
      ...(pulledEpoch !== undefined && { pulledEpoch }),
    }
    if (found && healthyEpoch !== undefined) {
      const { ports, container } = found
      const { startedEpoch } = container
      this.#update({ state: 'healthy', ports, startedEpoch, healthyEpoch, healthMilliseconds })
    }
    this.#stopAsked = new Promise((resolve) =>
      this.#stopping.signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    this.#stopRequest = dependencies.stopRequests.register(stopToken)
    this.#credentials = dependencies.credentials.open(definition)
    this.#output = dependencies.output.open(definition)
    if (isStopping) this.stop()
    this.ended = this.#run(found).finally(() => {
      this.#output.close()
      this.#stopRequest.close()
      this.#credentials.close()
    })
  }

  status(): AgentProcess {
    const outputFault = this.#driverFault ?? this.#output.fault()
    const isWell = this.#status.state === 'healthy' || this.#isStopping
    const memoryKills = this.#formerKills + (this.#container?.memoryKills() ?? 0)
    return {
      ...this.#status,
      ...(this.#digest && { digest: this.#digest }),
      ...(memoryKills > 0 && { memoryKills }),
      ...(this.#memoryEnds > 0 && { memoryEnds: this.#memoryEnds }),
      ...(this.#cpuUsed !== undefined && { cpuUsed: this.#cpuUsed }),
      ...(this.#stopRequest.isPolling() && { isPollingStop: true }),
      ...(outputFault && { outputFault: outputFault.slice(0, longestProcessMessage) }),
      ...(!isWell && this.#printed.length > 0 && { output: this.#printed }),
    }
  }

  /** The facts by which the next agent carries on. */
  kept(): KeptProcess {
    return {
      definition: this.#desired,
      stopToken: this.#stopRequest.token,
      restarts: this.#status.restarts,
      memoryKills: this.#formerKills,
      memoryEnds: this.#memoryEnds,
      pulledEpoch: this.#status.pulledEpoch,
      healthyEpoch: this.#status.healthyEpoch,
      healthMilliseconds: this.#status.healthMilliseconds,
      isStopping: this.#isStopping,
    }
  }

  /** Asks for the graceful stop. Asking again changes nothing. */
  stop(): void {
    if (this.#isStopping) return
    this.#update({ state: 'stopping', message: undefined })
    this.#stopping.abort()
  }

  /** Stops with a signal and little patience: the agent itself ends. */
  shutDown(): void {
    this.#hurry.abort()
    this.stop()
  }

  async #run(found: FoundContainer | undefined): Promise<void> {
    const { hostPorts, clock } = this.dependencies
    const backoff = createBackoff()
    let ports: PortMapping[] = []
    let left = found
    if (!left) await this.#pull()
    while (left || !this.#isStopping) {
      let outcome: string
      try {
        const before = left
        left = undefined
        const secrets = before ? {} : await this.#readSecrets()
        if (!before && this.#isStopping) return
        ports = before ? hostPorts.claim(before.ports) : await hostPorts.allocate(this.#desired.ports, ports)
        const exit = await this.#runContainer(ports, secrets, before?.container).finally(() =>
          hostPorts.release(ports),
        )
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

  /** A process that is not healthy so long after its start is called unhealthy rather than starting. */
  get #startingMs(): number {
    return healthCheckOf(this.#desired).graceSeconds * 1000
  }

  get #facts(): Facts {
    const { id: process, applicationId: application, traceId } = this.#desired
    return { traceId, application, process }
  }

  async #pull(): Promise<void> {
    const { runtime, clock, log } = this.dependencies
    const { id, image, tag, registryCredentials } = this.#desired
    const backoff = createBackoff()
    while (!this.#isStopping) {
      try {
        const pull = runtime.pull({ image, tag, digest: this.#digest, registryCredentials })
        const pulled = await Promise.race([pull, this.#stopAsked])
        this.#digest ??= pulled?.digest
        if (!this.#isStopping) this.#update({ pulledEpoch: clock.now() })
        return
      } catch (error) {
        const message = `The image ${image}:${tag} could not be pulled: ${reasonOf(error)}.`
        if (!this.#isStopping) this.#update({ message })
        log.warn({ processId: id, err: error }, message)
        await clock.sleep(backoff.next(), this.#stopping.signal)
      }
    }
  }

  /** For one container, which may be the last that they are good for: the next one reads them again. */
  #readSecrets(): Promise<Record<string, string>> {
    const { secrets, clock, log } = this.dependencies
    const report = (error: unknown) => {
      const message = `It waits for a secret: ${reasonOf(error)}.`
      if (!this.#isStopping) this.#update({ state: 'starting', message })
      log.warn({ processId: this.#desired.id, err: error }, message)
    }
    const { signal } = this.#stopping
    return readSecrets({ references: this.#desired.secrets, secrets, clock, signal, report })
  }

  /** Runs a new container, or watches over one that an earlier agent started, until it has ended and nothing of it is left. */
  async #runContainer(
    ports: PortMapping[],
    secrets: Record<string, string>,
    found?: Container,
  ): Promise<ContainerExit> {
    const { clock, log, probe } = this.dependencies
    const { id, image, tag } = this.#desired
    const wasHealthy = found !== undefined && this.#status.healthyEpoch !== undefined
    if (!this.#isStopping && !wasHealthy) this.#update({ state: 'starting', message: undefined })
    const container = found ?? (await this.#startContainer(ports, secrets))
    this.#container = container
    this.#driverFault = container.outputFault
    const { startedEpoch } = container
    this.#watchedSince = clock.monotonic()
    this.#healthySince = wasHealthy ? this.#watchedSince : undefined
    this.#update({ ports, startedEpoch, ...(!wasHealthy && notHealthyYet) })
    if (found) log.info({ processId: id, image, tag, ports }, 'Process found running')
    else logOccurrence(log, 'container.start', this.#facts)

    const watch = new AbortController()
    const { signal } = watch
    const check = healthCheckOf(this.#desired)
    void watchHealth({
      ports,
      check,
      probe,
      clock,
      signal,
      wasHealthy,
      report: (health) => this.#see(health),
    })
    void watchOutput({
      container,
      clock,
      signal,
      isWanted: () => this.#status.state !== 'healthy',
      report: (output) => (this.#printed = output),
    })
    const { id: processId, applicationId } = this.#desired
    void watchUsage({ processId, applicationId, container, clock, signal, minutes: this.dependencies.usage })
    void watchCpu({ container, clock, signal, report: (cores) => (this.#cpuUsed = cores) })
    await Promise.race([container.exited, this.#stopAsked])
    watch.abort()
    this.#cpuUsed = undefined
    if (this.#isStopping) await this.#stopContainer(container)
    const exit = await container.exited
    logOccurrence(log, 'container.end', { ...this.#facts, message: describeExit(exit) })
    if (!this.#isStopping) this.#printed = await container.lastOutput()
    // The end of the first program is told as such.
    if (exit.outOfMemory) this.#memoryEnds++
    this.#formerKills += Math.max(0, container.memoryKills() - (exit.outOfMemory ? 1 : 0))
    this.#container = undefined
    await container.discard()
    return exit
  }

  async #startContainer(ports: PortMapping[], secrets: Record<string, string>): Promise<Container> {
    const { id, image, tag, registryCredentials, cpu, memoryMb } = this.#desired
    const { init, capabilities } = containerSettingsOf(this.#desired)
    return this.dependencies.runtime.start({
      processId: id,
      image,
      tag,
      digest: this.#digest,
      registryCredentials,
      cpu,
      memoryMb,
      ports,
      environment: this.#environment(secrets),
      secretNames: Object.keys(secrets),
      init,
      capabilities,
      logStream: this.#output.stream,
    })
  }

  #stopContainer(container: Container): Promise<void> {
    return stopGracefully({
      container,
      watchedSince: this.#watchedSince,
      stopRequest: this.#stopRequest,
      terminateGraceMs: containerSettingsOf(this.#desired).stopGraceSeconds * 1000,
      clock: this.dependencies.clock,
      hurry: this.#hurry.signal,
      hurriedGraceMs: shutDownGraceMs,
    })
  }

  /**
   * Variables of the container. The customer's replace those of the credentials, because whoever names a region means it for the default
   * role as well.
   */
  #environment(secrets: Record<string, string>): Record<string, string> {
    const { id, environment, applicationName, versionName } = this.#desired
    return {
      ...this.#credentials.variables(),
      ...environment,
      ...secrets,
      SDO_PROCESS_ID: id,
      SDO_APPLICATION_NAME: injectedName(applicationName),
      SDO_VERSION_NAME: injectedName(versionName),
      SDO_STOP_URL: this.dependencies.stopUrl(this.#stopRequest),
    }
  }

  #see(health: Health): void {
    if (this.#isStopping) return
    const { clock, keep } = this.dependencies
    const { healthyEpoch } = this.#status
    if (health.healthy) {
      const isFirst = healthyEpoch === undefined
      this.#healthySince ??= clock.monotonic()
      this.#update({ state: 'healthy', message: undefined })
      if (!isFirst) return
      this.#update({ healthyEpoch: clock.now(), healthMilliseconds: health.milliseconds })
      keep()
    } else {
      const isStarting =
        healthyEpoch === undefined && clock.monotonic() - this.#watchedSince < this.#startingMs
      this.#update({ state: isStarting ? 'starting' : 'unhealthy', message: health.reason })
    }
  }

  #restartLater(message: string): void {
    this.dependencies.log.warn({ processId: this.#desired.id }, message)
    this.#update({
      state: 'restarting',
      ports: [],
      startedEpoch: undefined,
      ...notHealthyYet,
      restarts: this.#status.restarts + 1,
      message,
    })
    this.dependencies.keep()
  }

  #healthyForMs(): number {
    return this.#healthySince === undefined ? 0 : this.dependencies.clock.monotonic() - this.#healthySince
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  #update(change: Partial<AgentProcess>): void {
    const message = 'message' in change && { message: change.message?.slice(0, longestProcessMessage) }
    this.#status = { ...this.#status, ...change, ...message }
  }
}

const notHealthyYet = { healthyEpoch: undefined, healthMilliseconds: undefined }

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
