import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../../core/time/clock'
import { CloudError } from '../../cloud/cloud'
import { AgentUnreachableError, type AgentAnswer, type Agents } from '../../agents/agents'
import type { EnvironmentDependencies } from '../dependencies'
import { isDue, type Grounds, type Heard, type Look } from './grounds'

interface RestOptions {
  /** Of the pass after which the environment rests. */
  grounds: Grounds
  agents: Pick<Agents, 'status'>
  spotWarnings: EnvironmentDependencies['spotWarnings']
  clock: Pick<Clock, 'now' | 'monotonic'>
  /** After which a pass follows in any case. */
  longestSeconds: number
}

/** What agents said, or did not say, since the last pass, by client token of their instances. */
export interface HeardSince {
  readonly answers: ReadonlyMap<string, AgentAnswer>
  /** Epochs of calls that were not answered. */
  readonly silentSince: ReadonlyMap<string, number>
}

export const nothingHeard: HeardSince = { answers: new Map(), silentSince: new Map() }

/**
 * The time between a pass that changed nothing and the next one that may. What the pass went by is looked at again, as often as passes would
 * have done it: as long as it is the same, another pass would change nothing either, and is spared.
 */
export class Rest implements HeardSince {
  readonly answers = new Map<string, AgentAnswer>()
  readonly silentSince = new Map<string, number>()
  private readonly endsAt: number

  constructor(private readonly options: RestOptions) {
    this.endsAt = options.clock.monotonic() + options.longestSeconds * 1000
  }

  /** Whether a pass would change nothing now. */
  async isUndisturbed(): Promise<boolean> {
    const { grounds, clock, spotWarnings } = this.options
    if (clock.monotonic() >= this.endsAt || !grounds.moment.holdsAt(clock.now())) return false
    for (const [awsAccount, outcome] of grounds.warnings)
      if (!isDeepStrictEqual(spotWarnings.of(awsAccount), outcome)) return false
    const asked = [
      ...[...grounds.heard.values()].map((before) => this.saysTheSame(before)),
      ...grounds.looks.map((look) => this.answersTheSame(look)),
    ]
    return (await Promise.all(asked)).every(Boolean) && grounds.moment.holdsAt(clock.now())
  }

  /** Whatever else AWS answers is for a pass, which asks again. */
  private async answersTheSame(look: Look): Promise<boolean> {
    const now = this.options.clock.now()
    if (!isDue(look, now)) return true
    try {
      if (!isDeepStrictEqual(await look.ask(), look.answered.answer)) return false
      look.answered.epoch = now
      return true
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
      return false
    }
  }

  private async saysTheSame({ address, answer: before }: Heard): Promise<boolean> {
    const { agents, clock } = this.options
    const asked = clock.now()
    try {
      const answer = await agents.status(address)
      this.answers.set(address.instance, answer)
      return isDeepStrictEqual(withoutFigures(answer), withoutFigures(before))
    } catch (error) {
      if (!(error instanceof AgentUnreachableError)) throw error
      this.silentSince.set(address.instance, asked)
      return false
    }
  }
}

/** Figures that always grow are no news: passes take them over seldom. That there are none may be. */
function withoutFigures({ logBytes, processes, ...answer }: AgentAnswer) {
  const parts = processes.map(({ cpuUsed: _cores, ...process }) => process)
  return { ...answer, isCounting: logBytes !== undefined, parts }
}
