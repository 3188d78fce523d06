import { Icon, type IconName } from './icon'

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'neutral'

const looks: Record<Tone, { icon: IconName; color: string }> = {
  good: { icon: 'check', color: 'text-good' },
  bad: { icon: 'cross', color: 'text-bad' },
  warn: { icon: 'alert', color: 'text-warn' },
  busy: { icon: 'spinner', color: 'text-accent' },
  neutral: { icon: 'dot', color: 'text-muted' },
}

/** A state as an icon and a word. `title` is the longer text for those who point at it. */
export function StatusBadge({ tone, children, title }: { tone: Tone; children: string; title?: string }) {
  const { icon, color } = looks[tone]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium ${color}`} title={title}>
      <Icon name={icon} />
      {children}
    </span>
  )
}
