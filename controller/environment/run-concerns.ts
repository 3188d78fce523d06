import { outcomeOfRefusal } from '../reconcile/cloud-refusal'
import { CloudError } from '../cloud/cloud'
import type { Pass } from './pass'
import { joinOutcomes, ready, type Outcome } from '../reconcile/outcome'

/**
 * Runs all steps, also after one that is refused, waits or stalls: it stops nobody else.
 *
 * @returns the gravest outcome, to be looked at again when the first of them asks for it
 */
export async function runConcerns(steps: Step<Pass>[], pass: Pass): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await attempt(step, pass))
  return joinOutcomes(outcomes)
}

/** What the cloud refuses ends the step but not the world: what was done until then is written down. */
export async function attempt(step: Step<Pass>, pass: Pass): Promise<Outcome> {
  try {
    return await step(pass)
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'not-found') pass.memory.isNetworkInDoubt = true
    return outcomeOfRefusal(error, pass.limits)
  }
}

export type Step<Context> = (context: Context) => Promise<Outcome>

/** Runs steps in order up to the first that is not ready, and answers its outcome. */
export async function runSteps<Context>(steps: Step<Context>[], context: Context): Promise<Outcome> {
  for (const step of steps) {
    const outcome = await step(context)
    if (outcome.kind !== 'ready') return outcome
  }
  return ready
}
