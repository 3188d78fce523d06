/** The sum of prices, or undefined if one of them is not known. */
export const sumOfKnown = (prices: (number | undefined)[]): number | undefined =>
  prices.reduce<number | undefined>(
    (sum, price) => (sum === undefined || price === undefined ? undefined : sum + price),
    0,
  )
