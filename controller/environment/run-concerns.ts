import { outcomeOfRefusal } from '../reconcile/cloud-refusal'
import { CloudError } from '../cloud/cloud'
import type { Pass } from './pass'
import { ready, type Outcome, type Step } from '../reconcile/outcome'

/**
 * Runs all steps, also after one that is refused, waits or stalls: it stops nobody else.
 *
 * @returns the gravest outcome, to be looked at again when the first of them asks for it
 */
export async function runConcerns(steps: Step<Pass>[], pass: Pass): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await attempt(step, pass))
  return gravestOf(outcomes)
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

/** What needs somebody counts more than what passes by itself; of equals the first. */
export function gravestOf(outcomes: Outcome[]): Outcome {
  const unready = outcomes.filter((outcome) => outcome.kind !== 'ready')
  const gravest = unready.find(({ kind }) => kind === 'stalled') ?? unready[0]
  if (!gravest) return ready
  return { ...gravest, seconds: Math.min(...unready.map(({ seconds }) => seconds)) }
}
