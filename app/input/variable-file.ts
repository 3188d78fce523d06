import { readVariableFile } from '../../core/application/variable-file'
import { variableMessages } from '../messages/variable-messages'
import { rule } from './rule'

/** Variables of a `.env` file, of which nothing is passed over: a line that is none, or whose name cannot be, is refused. */
export const variableFileRule = rule((text: string | undefined, refuse): Record<string, string> =>
  Object.fromEntries(
    readVariableFile(text ?? '').map(({ name, value, fault }) => {
      if (fault !== undefined) refuse(variableMessages.fileWrong(fault))
      return [name, value]
    }),
  ),
)
