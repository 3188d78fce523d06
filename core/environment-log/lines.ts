import type { LineDeclaration } from './declare-lines'
import { deploymentLines } from './deployment-lines'
import { instanceLines } from './instance-lines'
import { certificateLines, nameLines } from './name-lines'
import { balancerLines, moveLines, networkLines, peeringLines } from './network-lines'
import { outputLines, processLines } from './process-lines'
import { scalingLines } from './scaling-lines'
import { sleepLines } from './sleep-lines'

/** Every line that an environment's log can have. */
export const environmentLines: readonly LineDeclaration[] = [
  deploymentLines,
  processLines,
  outputLines,
  scalingLines,
  sleepLines,
  instanceLines,
  networkLines,
  balancerLines,
  moveLines,
  peeringLines,
  nameLines,
  certificateLines,
].flatMap((area): LineDeclaration[] => Object.values(area))

const byCode = new Map(environmentLines.map((line) => [line.code, line]))

/** The line with a code; undefined for one of another release, and for what was logged before lines had codes. */
export const findLine = (code: string | undefined): LineDeclaration | undefined => byCode.get(code ?? '')

/** Codes of the lines that tell why the cost changes. */
export const costLineCodes = environmentLines.flatMap(({ code, costCause }) => (costCause ? [code] : []))
