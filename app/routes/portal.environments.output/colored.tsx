import type { OutputColor, PrintedPart } from '../../services/output/output-views'

const looks: Record<OutputColor, string> = {
  red: 'text-bad',
  green: 'text-good',
  yellow: 'text-warn',
  blue: 'text-accent',
  magenta: 'text-accent',
  cyan: 'text-accent',
  gray: 'text-muted',
}

/** A line as its program colors it, in colors that can be read on this page. */
export const Colored = ({ parts }: { parts: PrintedPart[] }) =>
  parts.map(({ text, color, isBold }, index) => (
    <span
      key={index}
      className={[color && looks[color], isBold && 'font-semibold'].filter(Boolean).join(' ')}
    >
      {text}
    </span>
  ))
