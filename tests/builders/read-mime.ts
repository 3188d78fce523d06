import PostalMime, { type Email } from 'postal-mime'

/** What a mail program would show of a mail whose bytes are the characters of `raw`. */
export const readMime = (raw: string): Promise<Email> => PostalMime.parse(Buffer.from(raw, 'latin1'))

/** The only header of that name. */
export function header({ headers }: Email, name: string): string {
  const values = headers.filter(({ key }) => key === name)
  if (values.length > 1) throw new Error(`There are ${values.length} headers called ${name}.`)
  return values[0]?.value ?? ''
}

/** What its headers are called, in order of the alphabet; twice what is there twice. */
export const headerNames = ({ headers }: Email): string[] => headers.map(({ key }) => key).sort()
