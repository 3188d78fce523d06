import { createHostPorts } from '../../agent/processes/host-ports'
import type { Health } from '../../agent/processes/health-probe'
import { UsageMinutes } from '../../agent/usage/usage-minutes'
import { createStopRequests, type PollAnswer } from '../../agent/processes/stop-requests'
import { createProcessOutput } from '../../agent/output/process-output'
import { createSupervisor } from '../../agent/processes/supervisor'
import type { KeptProcess } from '../../agent/state/agent-state'
import type { AgentProcess } from '../../core/agent/protocol'
import { silentLogger } from '../../core/logging/logger'
import { FakeContainerRuntime } from './fake-container-runtime'
import { FakeProcessSecrets } from './fake-process-secrets'
import { FakeLogStreams } from './fake-log-streams'
import { VirtualClock } from './virtual-clock'

/** A supervisor in virtual time whose containers are objects and whose health is what the test says. */
export class SupervisorBench {
  readonly clock = new VirtualClock()
  readonly runtime = new FakeContainerRuntime(() => this.clock.now())
  /** What the next agent would be told. */
  kept: KeptProcess[] = []
  /** What every health check answers. */
  health: Health = { healthy: true }

  readonly logStreams = new FakeLogStreams()

  readonly secrets = new FakeProcessSecrets()

  readonly usage = new UsageMinutes(this.clock)

  private readonly stopRequests = createStopRequests(this.clock)

  readonly supervisor = createSupervisor({
    runtime: this.runtime,
    clock: this.clock,
    log: silentLogger,
    hostPorts: createHostPorts({ isFree: async () => true, firstCandidate: () => 50_000 }),
    probe: async () => this.health,
    stopRequests: this.stopRequests,
    keep: (processes) => (this.kept = processes),
    stopUrl: ({ token }) => token,
    output: createProcessOutput({ streams: this.logStreams, clock: this.clock, log: silentLogger }),
    usage: this.usage,
    secrets: this.secrets,
    credentials: { open: () => ({ variables: () => ({}), close: () => undefined }) },
  })

  /** The status of the one process there is. */
  only(): AgentProcess {
    const [process, ...others] = this.supervisor.status()
    if (!process || others.length > 0)
      throw new Error(`There are ${this.supervisor.status().length} processes`)
    return process
  }

  /** What the program in the last container does to learn whether it should stop. */
  poll(): PollAnswer {
    return this.stopRequests.poll(this.runtime.last.spec.environment.SDO_STOP_URL ?? '')
  }

  async pollEvery(intervalMs: number, times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      this.poll()
      await this.clock.advance(intervalMs)
    }
  }
}
