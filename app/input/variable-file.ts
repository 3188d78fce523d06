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

/**
 * Tells one text of a `.env` file from another, so that what is saved is what its writer was shown. It guards nobody from others: whoever
 * wants to skip the look may.
 */
export function markOfVariableFile(typed: string): string {
  const text = typed.replaceAll(/\r\n?/g, '\n')
  let mark = 0
  for (let at = 0; at < text.length; at++) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) | 0
  return `${text.length} ${mark}`
}
