/** How much of something is taken, as a bar with its number. `share` is from 0 to 1. */
export function Fill({ share, of }: { share: number; of: string }) {
  const percentage = Math.round(share * 100)
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap text-muted">
      <svg viewBox="0 0 100 8" className="h-2 w-24 rounded-sm" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="8" className="fill-line" />
        <rect width={percentage} height="8" className="fill-accent" />
      </svg>
      <span className="tabular-nums">
        {percentage} % {of}
      </span>
    </span>
  )
}
