/** What AWS may charge that is in no sum of a month: what nobody measures, and what could not be measured. */
export const leftOuts = ['traffic', 'logs', 'capacityUnits', 'requestMetrics'] as const
export type LeftOut = (typeof leftOuts)[number]

/** What is not called as people call it. */
const words: Readonly<Record<string, string>> = {
  capacityUnits: 'capacity units (LCU)',
  requestMetrics: 'request metrics',
} satisfies {
  [Part in LeftOut]?: string
}

const listFormat = new Intl.ListFormat('en-GB')

/** `before traffic, logs and capacity units (LCU)`, beside a sum. A newer server may leave out more than is known here. */
export const beforeText = (leavesOut: readonly string[]): string =>
  `before ${listFormat.format(leavesOut.map((one) => words[one] ?? one))}`
