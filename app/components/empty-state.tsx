import type { ReactNode } from 'react'

/** Says what belongs in an empty list and offers the action that fills it. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="panel flex flex-col items-center gap-4 px-6 py-10 text-center text-muted">
      <div className="max-w-[34rem]">{children}</div>
      {action}
    </div>
  )
}
