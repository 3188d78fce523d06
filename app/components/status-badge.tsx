import { Icon, type IconName } from './icon'

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'neutral'

const looks: Record<Tone, { icon: IconName; color: string }> = {
  good: { icon: 'check', color: 'text-good' },
  bad: { icon: 'cross', color: 'text-bad' },
  warn: { icon: 'alert', color: 'text-warn' },
  busy: { icon: 'spinner', color: 'text-accent' },
  neutral: { icon: 'dot', color: 'text-muted' },
}

interface StatusBadgeProps {
  tone: Tone
  children: string
  /** The longer text for those who point at it. */
  title?: string
  /** Holds words of any length, such as names, which may be broken anywhere. */
  long?: boolean
}

/** A state as an icon and a word. */
export function StatusBadge({ tone, children, title, long = false }: StatusBadgeProps) {
  const { icon, color } = looks[tone]
  return (
    <span
      className={`inline-flex items-baseline gap-1.5 font-medium ${long ? 'min-w-0 [overflow-wrap:anywhere]' : 'whitespace-nowrap'} ${color}`}
      title={title}
    >
      <Icon name={icon} className="self-center" />
      {children}
    </span>
  )
}
