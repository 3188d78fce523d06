import {
  deletionAllowedAnnotation,
  isMarkedByHand,
  pausedAnnotation,
  type Condition,
  type ConditionReason,
  type Resource,
} from '../../core/resources/metadata'
import { findCondition } from '../../core/resources/find-condition'
import type { ConditionState } from '../runtime/conditions'

export const pausedMessage = `Paused by an operator: nothing is changed or fixed until the annotation ${pausedAnnotation} is removed.`

type State = ConditionState<ConditionReason>

/** While nobody looks, nobody knows how it is. */
export const paused: State[] = [
  { type: 'Paused', status: 'True', reason: 'Paused', message: pausedMessage },
  { type: 'Ready', status: 'Unknown', reason: 'Paused', message: pausedMessage },
]

/** Conditions about edits by hand, present or former, of resources that go on as asked for in the portal. */
export function manualEdits(resources: Resource[], conditions: Condition[]): State[] {
  const marked = resources.filter(({ metadata }) => isMarkedByHand(metadata))
  const over: State[] = [
    { type: 'Paused', status: 'False', reason: 'Working', message: 'Not paused.' },
    {
      type: 'DeletionNotRequested',
      status: 'False',
      reason: 'Working',
      message: 'Nothing is marked for deletion.',
    },
  ]
  const now = marked.length > 0 ? [deletionNotRequested(marked)] : []
  return [...over.filter(({ type }) => findCondition(conditions, type) && !findCondition(now, type)), ...now]
}

function deletionNotRequested(marked: Resource[]): State {
  const names = marked.map(({ kind, metadata }) => `${kind} ${metadata.name}`).join(', ')
  return {
    type: 'DeletionNotRequested',
    status: 'True',
    reason: 'DeletionNotRequested',
    message: `Marked for deletion in Kubernetes, and nobody requested that in the portal: ${names}. Nothing is taken down, and nobody can remove the mark. Delete it in the portal, or annotate it with ${deletionAllowedAnnotation}=true if it is really to go.`,
  }
}
