const quantile = (figures: number[], share: number) => {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const percent = (share: number) => `${(share * 100).toFixed(2)} %`
export const ratio = (figure: number) => figure.toFixed(3)
export const whole = (figure: number) => figure.toFixed(0)

/** Median, 95th percentile and worst. */
export const spread = (figures: number[], show: (figure: number) => string) =>
  [0.5, 0.95, 1].map((share) => show(quantile(figures, share))).join(' / ')

export const shareOf = <Element>(list: Element[], is: (element: Element) => boolean) =>
  percent(list.filter(is).length / list.length)
