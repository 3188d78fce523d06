/** US dollars per hour, rounded for reading; the exact value is in the title. */
export function Price({ perHour }: { perHour: number }) {
  const digits = perHour !== 0 && Math.abs(perHour) < 0.1 ? 4 : 2
  return (
    <span className="whitespace-nowrap tabular-nums" title={`$${perHour} per hour`}>
      ${perHour.toFixed(digits)}/h
    </span>
  )
}
