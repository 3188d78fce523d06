/** What AWS may charge that is in no sum of a month: what nobody measures, and what could not be measured. */
export const leftOuts = ['traffic', 'logs', 'capacityUnits'] as const
export type LeftOut = (typeof leftOuts)[number]

const words: Readonly<Record<LeftOut, string>> = {
  traffic: 'traffic',
  logs: 'logs',
  capacityUnits: 'capacity units (LCU)',
}

const listFormat = new Intl.ListFormat('en-GB')

/** `before traffic, logs and capacity units (LCU)`, beside a sum. */
export const beforeText = (leavesOut: readonly LeftOut[]): string =>
  `before ${listFormat.format(leavesOut.map((one) => words[one]))}`
