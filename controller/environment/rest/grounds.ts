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

/** What AWS answered last, and when. */
export interface Answered<Answer> {
  readonly answer: Answer
  epoch: number
}

/** An answer of AWS by which passes go for so long, and how it is asked for again. */
export interface Look {
  answered: Answered<unknown>
  milliseconds: number
  ask: () => Promise<unknown>
}

/**
 * What a pass went by, apart from the resources that it read first, of whose changes everybody hears. Only the time, what agents say of
 * themselves, answers that are asked for again, and whether Spot warnings are heard can be looked at again. A pass that asked for anything
 * else, or did something, has to be run again.
 */
export class Grounds {
  readonly moment: Moment
  /** By client token of the instance. */
  readonly heard = new Map<string, Heard>()
  /** By name of the account. */
  readonly warnings = new Map<string, Outcome>()
  readonly looks: Look[] = []
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

  /**
   * What was answered last, while that is younger than so many seconds. While the environment rests, it is asked for again as often as passes
   * would have done it. Undefined where it is time to ask.
   */
  recall<Answer>(
    answered: Answered<Answer>,
    { seconds, ask }: { seconds: number; ask: () => Promise<Answer> },
  ): Answer | undefined {
    const look = { answered, milliseconds: seconds * 1000, ask }
    if (isDue(look, this.moment.stamp)) return undefined
    this.looks.push(look)
    return answered.answer
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

export const isDue = ({ answered, milliseconds }: Omit<Look, 'ask'>, now: number): boolean =>
  now >= answered.epoch + milliseconds
