import { unsearchedText } from '../../../core/output/unsearched'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { getOutput, type OutputInput } from './get-output'

/** The lines of one search as a text: the time of each in UTC, its application and process, and what was printed. What was not searched stands first. @throws as `getOutput` does */
export async function exportOutput(
  dependencies: Dependencies,
  actor: HumanActor,
  input: OutputInput,
): Promise<string> {
  const { lines, unsearched } = await getOutput(dependencies, actor, input)
  const leftOut = unsearched ? `${unsearchedText(unsearched.map(({ name }) => name))}\n` : ''
  const printed = lines
    .map(
      ({ epoch, applicationName, processId, text }) =>
        `${new Date(epoch).toISOString()} ${applicationName} ${processId} ${text}\n`,
    )
    .join('')
  return leftOut + printed
}
