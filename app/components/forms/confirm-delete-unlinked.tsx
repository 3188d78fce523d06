import type { ReactNode } from 'react'
import { ConfirmDelete } from '../confirm-delete'
import { useRefusal } from '../form'

interface ConfirmDeleteUnlinkedProps {
  kind: string
  name: string
  dependentEnvironmentNames: string[]
  hasDependents(environments: string[]): string
  /** Text on what goes with it and what stays. */
  children: ReactNode
}

/** The page that asks before something is deleted to which no environment may be linked. */
export function ConfirmDeleteUnlinked({
  kind,
  name,
  dependentEnvironmentNames,
  hasDependents,
  children,
}: ConfirmDeleteUnlinkedProps) {
  // A refusal says the same.
  const isSaid = useRefusal('delete') !== undefined
  return (
    <ConfirmDelete kind={kind} name={name} back="/portal/external-resources">
      {children}
      {dependentEnvironmentNames.length > 0 && !isSaid && (
        <p className="font-medium text-bad">{hasDependents(dependentEnvironmentNames)}</p>
      )}
    </ConfirmDelete>
  )
}
