import { logTypes, type LogType } from '../../core/resources/events'

/** Lines of a log that the address of a page asks for. */
interface AskedLines {
  type?: LogType
  onlyErrors: boolean
  beforeEpoch?: number
}

/** Reads what <Log> has put into the address; whatever else stands there is passed over. */
export function askedLines(query: (name: string) => string): AskedLines {
  const type = logTypes.find((one) => one === query('part'))
  const before = query('before')
  return {
    ...(type && { type }),
    onlyErrors: query('severity') === 'ERROR',
    ...(/^\d{1,15}$/.test(before) && { beforeEpoch: Number(before) }),
  }
}
