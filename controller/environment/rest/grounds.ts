import type { AgentAddress, AgentAnswer } from '../../agents/agents'
import type { Outcome } from '../../reconcile/outcome'
import type { EnvironmentDependencies } from '../dependencies'
import { observePort } from '../observe-port'
import { Moment } from './moment'

/** What an agent said, and where it was asked. */
export interface Heard {
  address: AgentAddress
  answer: AgentAnswer
}

/**
 * What a pass went by, apart from the resources that it read first, of whose changes everybody hears. Only the time, what agents say of
 * themselves, and whether Spot warnings are heard can be looked at again; a pass that asked for anything else, or did something, has to be run again.
 */
export class Grounds {
  readonly moment: Moment
  /** By client token of the instance. */
  readonly heard = new Map<string, Heard>()
  /** By name of the account. */
  readonly warnings = new Map<string, Outcome>()
  private isMore = false

  constructor(epoch: number) {
    this.moment = new Moment(epoch)
  }

  /** Whether the pass went by something that cannot be looked at again. */
  get isAnythingElse(): boolean {
    return this.isMore
  }

  /** The pass asks for, or does, what cannot be looked at again. */
  noteMore(): void {
    this.isMore = true
  }

  /** The ports, which note what the pass asks of them. */
  observe(ports: EnvironmentDependencies): EnvironmentDependencies {
    const { agents, clock, spotWarnings } = ports
    const observed = <Port extends object>(port: Port): Port =>
      observePort(port, { now: () => this.moment.stamp, tell: () => this.noteMore() })
    const others = observed(agents)
    return {
      ...ports,
      store: observed(ports.store),
      cloud: observed(ports.cloud),
      zoneRecords: observed(ports.zoneRecords),
      clock: {
        now: () => {
          this.noteMore()
          return clock.now()
        },
      },
      agents: {
        apply: (...given) => others.apply(...given),
        replace: (...given) => others.replace(...given),
        resolveImages: (...given) => others.resolveImages(...given),
        usage: (...given) => others.usage(...given),
        status: (address) => this.hear(address, agents.status(address)),
      },
      spotWarnings: {
        of: (awsAccount) => {
          const outcome = spotWarnings.of(awsAccount)
          this.warnings.set(awsAccount, outcome)
          return outcome
        },
      },
    }
  }

  private async hear(address: AgentAddress, asked: Promise<AgentAnswer>): Promise<AgentAnswer> {
    try {
      const answer = await asked
      this.heard.set(address.instance, { address, answer })
      return answer
    } catch (error) {
      this.noteMore()
      throw error
    }
  }
}
