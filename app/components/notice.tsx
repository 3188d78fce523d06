import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

type Tone = 'good' | 'bad' | 'warn' | 'info' | 'busy'

const looks: Record<Tone, { icon: IconName; color: string }> = {
  good: { icon: 'check', color: 'border-good text-good' },
  bad: { icon: 'cross', color: 'border-bad text-bad' },
  warn: { icon: 'alert', color: 'border-warn text-warn' },
  info: { icon: 'info', color: 'border-accent text-accent' },
  busy: { icon: 'spinner', color: 'border-accent text-accent' },
}

interface NoticeProps {
  tone: Tone
  children: ReactNode
  /** `status` is read out when it appears; leave it out for what is part of the page. */
  role?: 'status' | 'alert'
}

/** A sentence that should not be missed. */
export function Notice({ tone, children, role }: NoticeProps) {
  const { icon, color } = looks[tone]
  return (
    <div role={role} className={`mb-4 flex gap-2 rounded-md border bg-surface px-3 py-2 ${color}`}>
      <Icon name={icon} className="mt-0.5" />
      <div className="min-w-0 text-ink">{children}</div>
    </div>
  )
}
