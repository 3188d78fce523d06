import type { ReactNode } from 'react'
import { ConfirmDelete } from '../confirm-delete'
import { Notice } from '../notice'
import type { Message } from '../../../core/messages/declare-messages'

interface ConfirmDeleteUnlinkedProps {
  kind: string
  name: string
  dependentEnvironmentNames: string[]
  hasDependents(environments: string[]): Message
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
  const isBlocked = dependentEnvironmentNames.length > 0
  return (
    <ConfirmDelete kind={kind} name={name} back="/portal/external-resources" isBlocked={isBlocked}>
      {children}
      {isBlocked && <Notice tone="bad">{String(hasDependents(dependentEnvironmentNames))}</Notice>}
    </ConfirmDelete>
  )
}
