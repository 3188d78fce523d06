import { deletionAllowedAnnotation, isMarkedByHand, pausedAnnotation } from '../../core/resources/metadata'
import { findCondition } from './conditions'
import type { Pass } from './pass'

const pausedMessage = `Paused by an operator: nothing is changed or mended until the annotation ${pausedAnnotation} is removed.`

/** Says in the status that the environment is left alone, and does nothing else. @throws ConflictError if it changed since */
export async function notePause(pass: Pass): Promise<void> {
  pass.condition({ type: 'Paused', status: 'True', reason: 'Paused', message: pausedMessage })
  pass.status.message = pausedMessage
  await pass.persist()
}

/** What an operator's hand has done to the resource, in conditions; the environment itself goes on as asked for in the portal. */
export function noteHands(pass: Pass): void {
  if (findCondition(pass.status.conditions, 'Paused'))
    pass.condition({ type: 'Paused', status: 'False', reason: 'Working', message: 'Not paused.' })
  const marked = [pass.environment, ...pass.deployments].filter(({ metadata }) => isMarkedByHand(metadata))
  if (marked.length === 0) {
    clear(pass, 'DeletionNotRequested')
    return
  }
  const names = marked.map(({ kind, metadata }) => `${kind} ${metadata.name}`).join(', ')
  const message = `Marked for deletion in Kubernetes, which nobody asked for in the portal: ${names}. Nothing is taken down, and the mark cannot be taken back. Delete it in the portal, or annotate it with ${deletionAllowedAnnotation}=true if it is really to go.`
  if (findCondition(pass.status.conditions, 'DeletionNotRequested')?.status !== 'True')
    pass.dependencies.log.warn({ environment: pass.environment.metadata.name }, message)
  pass.condition({
    type: 'DeletionNotRequested',
    status: 'True',
    reason: 'DeletionNotRequested',
    message,
  })
}

function clear(pass: Pass, type: 'DeletionNotRequested'): void {
  if (findCondition(pass.status.conditions, type))
    pass.condition({ type, status: 'False', reason: 'Working', message: 'Nothing is marked for deletion.' })
}
