import { readVariableFile } from '../../core/application/variable-file'
import { invalid } from '../../core/errors'
import { variableMessages } from '../messages/variable-messages'
import { checkEach } from './check-all'

/**
 * Variables of a `.env` file, of which nothing is passed over.
 *
 * @throws DomainError `invalid` at `field` with the line that is none, or whose name cannot be
 */
export function parseVariableFile(text: string, field: string): Record<string, string> {
  const variables = checkEach(readVariableFile(text), ({ name, value, fault }) => {
    if (fault !== undefined) throw invalid(variableMessages.fileWrong(fault), { [field]: fault })
    return [name, value] as const
  })
  return Object.fromEntries(variables)
}
