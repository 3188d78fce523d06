import type { Step, TrialChoices } from '../run/step'
import { mostCost, type Most } from './cost'

/** What the trial will make and may cost, for whoever is asked. */
export function describePlan(
  steps: readonly Step[],
  choices: TrialChoices,
  { accountNumber, region, identity }: { accountNumber: string; region: string; identity: string },
  most: Most,
): string {
  const { lines, usd } = mostCost(most)
  const told = steps.filter((step) => !step.isLeftOut?.(choices))
  const leftOut = steps.filter((step) => step.isLeftOut?.(choices)).map(({ name }) => name)
  return [
    `The trial works in the account ${accountNumber}, in ${region}, as ${identity}. It makes:`,
    ...told.map(({ name, makes }) => `  ${name}: ${makes ?? 'nothing more'}`),
    ...(leftOut.length > 0 ? [`It leaves out: ${leftOut.join(', ')}.`] : []),
    `AWS charges at most ${usd.toFixed(2)} USD for ${most.hours} hours:`,
    ...lines.map((line) => `  ${line.usd.toFixed(2)} USD: ${line.what}`),
    'At its end, at its first failure and at Ctrl-C it removes all of that.',
  ].join('\n')
}
