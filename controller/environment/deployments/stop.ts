import { stopAnnotation } from '../../../core/resources/metadata'
import type { Failure } from '../concern'
import type { Pass } from '../pass'

/** That somebody wants the desired deployment to end before it serves, and who. */
export function stopOf({ goal: { desired } }: Pick<Pass, 'goal'>): Failure | undefined {
  const message = desired?.metadata.annotations[stopAnnotation]
  return message === undefined ? undefined : { reason: 'Stopped', message }
}
