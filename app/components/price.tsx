import { hoursPerMonth } from '../services/pricing/charges'

/** US dollars per hour, rounded for reading; the exact value is in the title. */
export function Price({ perHour }: { perHour: number }) {
  const digits = perHour !== 0 && Math.abs(perHour) < 0.1 ? 4 : 2
  return (
    <span className="whitespace-nowrap tabular-nums" title={`$${perHour} per hour`}>
      ${perHour.toFixed(digits)}/h
    </span>
  )
}

/** US dollars in a month of a price per hour; that price is in the title. */
export function MonthlyPrice({ perHour }: { perHour: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums" title={`$${perHour} per hour`}>
      {(perHour * hoursPerMonth).toLocaleString('en-US', { style: 'currency', currency: 'USD' })}
    </span>
  )
}
