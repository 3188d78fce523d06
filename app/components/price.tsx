import { hoursPerMonth } from '../../core/catalogue/figures'

/** US dollars per hour, rounded for reading; the exact value is in the title. `isChange` puts its sign before it. */
export const Price = ({ perHour, isChange = false }: { perHour: number; isChange?: boolean }) => (
  <span className="whitespace-nowrap tabular-nums" title={exactPrice(perHour)}>
    {isChange ? `${perHour < 0 ? '−' : '+'}${priceText(Math.abs(perHour))}` : priceText(perHour)}
  </span>
)

/** As exact as prices are told, without what adding them up in binary leaves behind: `$0.0251 per hour`. */
export const exactPrice = (perHour: number): string => `$${Number(perHour.toFixed(8))} per hour`

/** The same where there is room for text alone: `$0.0029/h`. */
export const priceText = (perHour: number): string =>
  `$${perHour.toFixed(perHour !== 0 && Math.abs(perHour) < 0.1 ? 4 : 2)}/h`

/** US dollars: `$1,234.56`. */
export const usdText = (usd: number): string =>
  usd.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** The same, with more digits in the title. */
export const Usd = ({ usd }: { usd: number }) => (
  <span className="whitespace-nowrap tabular-nums" title={`$${Number(usd.toFixed(6))}`}>
    {usdText(usd)}
  </span>
)

/** US dollars in a month of a price per hour, where there is room for text alone. */
export const monthlyPriceText = (perHour: number): string => usdText(perHour * hoursPerMonth)

/** The same with that price in the title. */
export function MonthlyPrice({ perHour }: { perHour: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums" title={exactPrice(perHour)}>
      {monthlyPriceText(perHour)}
    </span>
  )
}
