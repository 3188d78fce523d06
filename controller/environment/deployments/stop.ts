import { stopAnnotation } from '../../../core/resources/metadata'
import type { Failure } from '../facts'
import type { Pass } from '../pass'

/** The request to stop the desired deployment before it serves, as the failure that it ends with; undefined without one. */
export function stopOf({ goal: { desired } }: Pick<Pass, 'goal'>): Failure | undefined {
  const message = desired?.metadata.annotations[stopAnnotation]
  return message === undefined ? undefined : { reason: 'Stopped', message }
}
