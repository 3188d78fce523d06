import { healthCheckOf } from '../../core/application/run-settings'
import { instanceKey } from '../../core/agent/pre-shared-key'
import type {
  AgentProcess,
  AgentReplacement,
  AgentStatus,
  AgentUsage,
  BootTimes,
  DesiredProcess,
  ImageDigests,
  ImageQuestions,
  RunningRelease,
  SpotNotices,
  UsageMinute,
} from '../../core/agent/protocol'
import type { Clock } from '../../core/time/clock'
import type { HealthAnswer, HealthQuestion } from '../../simulator/load-balancing/traffic'
import { AgentUnreachableError, type AgentAddress, type Agents } from '../../controller/agents/agents'
import type { MemoryBooter } from './memory-booter'

/** What becomes of a process, by its image tag; times in milliseconds from when the agent was asked to run it. */
export interface Behaviour {
  startedAfter?: number
  /** Never, if absent. */
  healthyAfter?: number
  /** Crashes and is started again every so often, before it is ever healthy. */
  crashesEvery?: number
  /** Goes on while a program in it is killed for memory every so often, once it is healthy. */
  killedEvery?: number
  /** Ends every so often once it is healthy, and is healthy again before anybody looks. */
  restartsEvery?: number
  /** How long it takes to end when asked to. */
  stopsWithin?: number
  /** What it printed last. */
  prints?: string[]
  /** What its load balancer is answered, which asks otherwise than its agent. */
  answersBalancer?: HealthAnswer
  /** Whether it asks its stop endpoint. */
  pollsStop?: boolean
}

export const behaviours: Record<string, Behaviour> = {
  1: { startedAfter: 200, healthyAfter: 800, stopsWithin: 500 },
  2: { startedAfter: 200, healthyAfter: 800, stopsWithin: 500 },
  3: { startedAfter: 200, healthyAfter: 800, stopsWithin: 500 },
  slow: { startedAfter: 200, healthyAfter: 20_000, stopsWithin: 500 },
  sluggish: { startedAfter: 200, healthyAfter: 90_000, stopsWithin: 500 },
  broken: { startedAfter: 200, stopsWithin: 500 },
  'crash-loop': { startedAfter: 200, crashesEvery: 5000, stopsWithin: 0 },
  leaking: { startedAfter: 200, healthyAfter: 800, killedEvery: 60_000, stopsWithin: 500 },
  restless: { startedAfter: 200, healthyAfter: 800, restartsEvery: 400_000, stopsWithin: 500 },
  fleeting: { startedAfter: 200, healthyAfter: 800, restartsEvery: 100_000, stopsWithin: 500 },
  talkative: { startedAfter: 200, stopsWithin: 500, prints: ['Connecting …', 'There is no database'] },
  choosy: { startedAfter: 200, healthyAfter: 800, stopsWithin: 500, answersBalancer: { status: 400 } },
  missing: { stopsWithin: 0 },
  graceful: { startedAfter: 200, healthyAfter: 800, stopsWithin: 300_000, pollsStop: true },
  endless: { startedAfter: 200, healthyAfter: 800, stopsWithin: Infinity, pollsStop: true },
  stubborn: { startedAfter: 200, healthyAfter: 800, stopsWithin: 120_000 },
}

interface Running {
  desired: DesiredProcess
  digest: string | undefined
  askedEpoch: number
  ports: { port: number; hostPort: number }[]
  stoppingEpoch: number | undefined
  isIll: boolean
}

/** An agent while it gives way to another release: it answers, is away for two seconds, and then is that one or not. */
const fetchMs = 3000
const restartMs = 2000
/** Agents tell what a process uses once they have watched it for so long. */
const dayMs = 24 * 60 * 60_000

interface Release {
  sha256: string
  change?: { to: string; attempt: number; askedEpoch: number; isRefused: boolean }
}

/** The agents on the instances of a MemoryBooter, which do as `behaviours` says, by the clock of the test. */
export class FakeAgents implements Agents {
  private readonly processes = new Map<string, Map<string, Running>>()
  private readonly silent = new Set<string>()
  private readonly keys = new Map<string, string>()
  private nextPort = 50_000
  /** The bytes that tags mean now; an image of any other has no digest. */
  readonly digests = new Map<string, string>()
  /** ARNs of secrets that instances may not read. */
  readonly unreadableSecrets = new Set<string>()
  /** Why nothing that processes print reaches CloudWatch Logs. */
  outputFault: string | undefined
  /** Instances (by client token) that were ever told anything. */
  readonly applied: { instance: string; processes: DesiredProcess[] }[] = []

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly booter: MemoryBooter,
    private readonly masterKey: Buffer,
  ) {}

  async apply(address: AgentAddress, desired: { processes: DesiredProcess[] }): Promise<AgentStatus> {
    const running = this.requireAgent(address)
    this.applied.push({ instance: address.instance, processes: desired.processes })
    for (const process of desired.processes)
      if (!running.has(process.id)) running.set(process.id, this.start(process))
    const wanted = new Set(desired.processes.map(({ id }) => id))
    for (const [id, process] of running) if (!wanted.has(id)) process.stoppingEpoch ??= this.clock.now()
    return this.report(address.instance, running)
  }

  async replace(address: AgentAddress, { sha256: to, attempt }: AgentReplacement): Promise<AgentStatus> {
    const running = this.requireAgent(address)
    const release = this.releases.get(address.instance)
    if (release && release.change?.attempt !== attempt) {
      const isRefused = this.refusedReleases.has(to)
      release.change = { to, attempt, askedEpoch: this.clock.now(), isRefused }
      this.replaced.push(address.instance)
    }
    return this.report(address.instance, running)
  }

  async status(address: AgentAddress): Promise<AgentStatus> {
    return this.report(address.instance, this.requireAgent(address))
  }

  /** Why no registry tells what a tag means. */
  registryFault: string | undefined

  async resolveImages(address: AgentAddress, { images }: ImageQuestions): Promise<ImageDigests> {
    this.requireAgent(address)
    const { registryFault: message } = this
    const answerOf = (tag: string) =>
      message === undefined ? { digest: this.digests.get(tag) } : { message }
    return { instance: address.instance, images: images.map(({ tag }) => answerOf(tag)) }
  }

  /** What processes used, by the client token of their instance, oldest first; of any other nobody can tell. */
  readonly usageMinutes = new Map<string, UsageMinute[]>()

  async usage(address: AgentAddress, afterEpoch: number): Promise<AgentUsage> {
    this.requireAgent(address)
    const minutes = this.usageMinutes.get(address.instance) ?? []
    return { instance: address.instance, minutes: minutes.filter(({ epoch }) => epoch > afterEpoch) }
  }

  /** The agent answers no more; what it runs goes on. */
  silence(instance: string): void {
    this.silent.add(instance)
  }

  /** Ends the silence of an agent. */
  hear(instance: string): void {
    this.silent.delete(instance)
  }

  /** What agents are when they are first asked; absent, nothing that could be replaced. */
  firstRelease: string | undefined
  /** Releases that do not come up. */
  readonly refusedReleases = new Set<string>()
  /** Instances whose agent was asked to give way, each time. */
  readonly replaced: string[] = []
  private readonly releases = new Map<string, Release>()

  /** The release of each agent that is up, and whether it gives way just now. */
  releasesNow(): { sha256: string; isChanging: boolean }[] {
    return [...this.booter.agents.values()].map(({ bootstrap }) => {
      const { running, ageMs } = this.releaseOf(bootstrap.instance)
      return { sha256: running?.sha256 ?? '', isChanging: ageMs < fetchMs + restartMs }
    })
  }

  private releaseOf(instance: string) {
    const release =
      this.releases.get(instance) ?? (this.firstRelease ? { sha256: this.firstRelease } : undefined)
    if (release) this.releases.set(instance, release)
    const { change } = release ?? {}
    const ageMs = change ? this.clock.now() - change.askedEpoch : Infinity
    if (release && change && ageMs >= fetchMs && !change.isRefused) release.sha256 = change.to
    const running: RunningRelease | undefined = release && {
      sha256: release.sha256,
      ...(change?.isRefused &&
        ageMs >= fetchMs && { refused: { attempt: change.attempt, message: 'It did not come up.' } }),
    }
    return { running, ageMs }
  }

  /** Cores that a process of an application uses, by the id of the application; of any other nobody can tell. */
  readonly cores = new Map<string, number>()

  /** What CloudWatch Logs took in from an instance, by client token; of any other its agent cannot tell. */
  readonly logBytes = new Map<string, number>()

  /** What agents say of the boot of their instances, by client token. */
  readonly bootTimes = new Map<string, BootTimes>()

  /** What the metadata service of an instance says from now on, by client token. */
  readonly spotNotices = new Map<string, SpotNotices>()

  /** From now on, processes of the application fail their health checks, or pass them again. */
  setIll(applicationId: string, isIll: boolean): void {
    for (const running of this.processes.values())
      for (const process of running.values())
        if (process.desired.applicationId === applicationId) process.isIll = isIll
  }

  /** Applications whose processes answer 500 to their load balancers, while their agents find them well. */
  readonly failingForBalancers = new Set<string>()

  /** What the process behind a port of an instance answers to the health check of a load balancer now. */
  answerTo({ port, path }: HealthQuestion): HealthAnswer {
    const process = this.living().find(({ ports }) => ports.some(({ hostPort }) => hostPort === port))
    if (!process || !this.isHealthy(process)) return { isTimeout: false }
    if (this.failingForBalancers.has(process.desired.applicationId)) return { status: 500 }
    const isKnown = path === healthCheckOf(process.desired).path
    return behaviours[process.desired.tag]?.answersBalancer ?? { status: isKnown ? 200 : 404 }
  }

  /** The process behind a port of an instance. */
  behind(hostPort: number): DesiredProcess | undefined {
    return this.living().find(({ ports }) => ports.some((one) => one.hostPort === hostPort))?.desired
  }

  /** What runs on all instances that are up. */
  running(): DesiredProcess[] {
    return this.living().map(({ desired }) => desired)
  }

  /** What runs and is healthy, and is not asked to end, by the client token of its instance. */
  healthyByInstance(): Map<string, DesiredProcess[]> {
    const up = this.upNow()
    return new Map(
      [...this.processes].flatMap(([instance, running]) => {
        const isFit = (one: Running) => one.stoppingEpoch === undefined && this.isHealthy(one)
        const healthy = [...running.values()].filter(isFit).map(({ desired }) => desired)
        return up.has(instance) && healthy.length > 0 ? [[instance, healthy] as const] : []
      }),
    )
  }

  /** Client tokens of instances that are up. */
  private upNow(): Set<string> {
    return new Set([...this.booter.agents.values()].map(({ bootstrap }) => bootstrap.instance))
  }

  private living(): Running[] {
    const up = this.upNow()
    return [...this.processes]
      .filter(([instance]) => up.has(instance))
      .flatMap(([, running]) => [...running.values()].filter((process) => !this.isGone(process)))
  }

  private start(desired: DesiredProcess): Running {
    const ports = desired.ports.map((port) => ({ port, hostPort: this.nextPort++ }))
    const digest = desired.digest ?? this.digests.get(desired.tag)
    return { desired, digest, askedEpoch: this.clock.now(), ports, stoppingEpoch: undefined, isIll: false }
  }

  private requireAgent({ instance, host, port }: AgentAddress): Map<string, Running> {
    const agent = [...this.booter.agents.values()].find((one) => one.host === host && one.port === port)
    if (agent?.bootstrap.instance !== instance || this.silent.has(instance) || this.isRestarting(instance))
      throw new AgentUnreachableError(`The agent of ${instance} does not answer.`)
    if (agent.bootstrap.key !== this.keyOf(instance))
      throw new AgentUnreachableError(`The agent of ${instance} holds another key.`)
    const running = this.processes.get(instance) ?? new Map<string, Running>()
    this.processes.set(instance, running)
    return running
  }

  /** Derived once for each instance: every call asks for it. */
  private keyOf(instance: string): string {
    const key = this.keys.get(instance) ?? instanceKey(this.masterKey, instance).toString('base64')
    this.keys.set(instance, key)
    return key
  }

  private isRestarting(instance: string): boolean {
    const { ageMs } = this.releaseOf(instance)
    return ageMs >= fetchMs && ageMs < fetchMs + restartMs
  }

  private isGone({ desired, stoppingEpoch }: Running): boolean {
    const within = behaviours[desired.tag]?.stopsWithin ?? 0
    return stoppingEpoch !== undefined && this.clock.now() >= stoppingEpoch + within
  }

  private isHealthy({ desired, askedEpoch, isIll }: Running): boolean {
    const after = behaviours[desired.tag]?.healthyAfter
    return after !== undefined && this.clock.now() >= askedEpoch + after && !isIll
  }

  private report(instance: string, running: Map<string, Running>): AgentStatus {
    for (const [id, process] of running) if (this.isGone(process)) running.delete(id)
    const processes = [...running.values()].map((process) => this.describe(process))
    const { running: release } = this.releaseOf(instance)
    return {
      instance,
      processes,
      spot: this.spotNotices.get(instance),
      boot: this.bootTimes.get(instance),
      logBytes: this.logBytes.get(instance),
      ...(release && { release }),
    }
  }

  private describe(process: Running): AgentProcess {
    const { desired, askedEpoch, stoppingEpoch, ports } = process
    const { startedAfter, crashesEvery, pollsStop, prints } = behaviours[desired.tag] ?? {}
    const age = this.clock.now() - askedEpoch
    const { digest } = process
    const common = {
      id: desired.id,
      restarts: 0,
      ports: [] as Running['ports'],
      ...(digest && { digest }),
      ...(prints && { output: prints }),
      ...(this.outputFault && { outputFault: this.outputFault }),
    }
    const polls = pollsStop && { isPollingStop: true }
    if (stoppingEpoch !== undefined) return { ...common, ...polls, ports, state: 'stopping' }
    if (startedAfter === undefined)
      return { ...common, state: 'pulling', message: `There is no image ${desired.image}:${desired.tag}.` }
    if (age < startedAfter) return { ...common, state: 'pulling' }
    const secret = Object.values(desired.secrets).find((arn) => this.unreadableSecrets.has(arn))
    if (secret !== undefined) {
      process.askedEpoch = this.clock.now() - startedAfter
      return { ...common, state: 'starting', message: `The secret ${secret} may not be read.` }
    }
    if (crashesEvery !== undefined) {
      const restarts = Math.floor((age - startedAfter) / crashesEvery)
      const startedEpoch = askedEpoch + startedAfter + restarts * crashesEvery
      return { ...common, ports, restarts, startedEpoch, state: 'starting', message: 'Exited with code 1.' }
    }
    const startedEpoch = askedEpoch + startedAfter
    const { healthyAfter = 0, killedEvery, restartsEvery } = behaviours[desired.tag] ?? {}
    const timesOf = (every: number) => Math.floor(Math.max(0, age - healthyAfter) / every)
    const memoryKills = killedEvery && timesOf(killedEvery)
    const cpuUsed = age - startedAfter >= dayMs ? this.cores.get(desired.applicationId) : undefined
    if (this.isHealthy(process))
      return {
        ...(cpuUsed !== undefined && { cpuUsed }),
        ...(memoryKills && { memoryKills }),
        ...common,
        ...(restartsEvery && { restarts: timesOf(restartsEvery) }),
        ...polls,
        ports,
        pulledEpoch: startedEpoch,
        startedEpoch,
        healthyEpoch: askedEpoch + healthyAfter,
        state: 'healthy',
      }
    const state = process.isIll ? 'unhealthy' : 'starting'
    return { ...common, ports, startedEpoch, state, message: 'GET /health answered 503.' }
  }
}
