import type { Clock } from '../../../core/time/clock'
import type { TrialAccount } from '../account/trial-account'
import type { TrialProduct } from '../product/trial-product'
import type { Findings } from './findings'

/** What each step works with. */
export interface Trial {
  account: TrialAccount
  product: TrialProduct
  clock: Clock
  /** What this step found out. */
  findings: Findings
  choices: TrialChoices
  /** Aborts when somebody wants the step to end. */
  signal: AbortSignal
  limits: TrialLimits
}

/** What the person chose. */
export interface TrialChoices {
  /** Of Route 53, as in `Z0123456789ABCDEFGHIJ`; absent, there is no HTTPS. */
  zoneId?: string
  image: TrialImage
}

/** A public image that serves HTTP, with what its application is told. */
export interface TrialImage {
  /** Without the tag. */
  name: string
  tag: string
  port: number
  healthPath: string
}

interface TrialLimits {
  /** Between two looks at something that is waited for. */
  pauseMs: number
  /** How long one thing is waited for. */
  patienceMs: number
}

/** A step of the story, with how everything that it makes goes again. */
export interface Step {
  name: string
  /** What it has in the account when it is through, for whoever is asked first; absent for nothing. */
  makes?: string
  /** Whether it is left out, by what the person chose. */
  isLeftOut?(choices: TrialChoices): boolean
  /** @throws Error with a sentence that says what did not come about */
  run(trial: Trial): Promise<void>
  /** Removes what `run` made, however far it came: what is gone already is fine. @throws Error with what is left */
  undo?(trial: Trial): Promise<void>
}

/** Waits for something that a look shows, and gives it. @throws Error that says what did not happen, or that it was stopped */
export async function until<Seen>(
  { clock, limits, signal }: Pick<Trial, 'clock' | 'limits' | 'signal'>,
  what: string,
  look: () => Promise<Seen | false | undefined>,
): Promise<Seen> {
  const deadline = clock.monotonic() + limits.patienceMs
  for (;;) {
    signal.throwIfAborted()
    const seen = await look()
    if (seen !== false && seen !== undefined) return seen
    if (clock.monotonic() > deadline)
      throw new Error(`It took longer than ${Math.round(limits.patienceMs / 60_000)} minutes until ${what}.`)
    await clock.sleep(limits.pauseMs, signal)
  }
}
