import { z } from 'zod'

/** Schema of a text that `read` parses; the message of its error names the fault. */
export const readBy = <Result>(read: (text: string) => Result, absent = 'must be given') =>
  z.string(absent).transform((text, { issues }) => {
    try {
      return read(text)
    } catch (error) {
      issues.push({
        code: 'custom',
        message: error instanceof Error ? error.message : String(error),
        input: '',
      })
      return z.NEVER
    }
  })
