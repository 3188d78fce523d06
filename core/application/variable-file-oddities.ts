interface TypedValue {
  /** As it was typed. */
  value: string
  /** What was read as a comment behind it. */
  cut: string
  /** The quote around it, if any. */
  quote: string
}

const mostShown = 40

const inShort = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text)

/** Of a value in a `.env` file, what other programs read in another way, for whoever expects that. */
export function oddities({ value, cut, quote }: TypedValue): string[] {
  const notes: string[] = []
  if (cut !== '') notes.push(`Cut: “${inShort(cut)}” is a comment. Put the value in quotes to keep it.`)
  if (quote === "'") return notes
  const reference = /(?<!\\)\$\{?[A-Za-z_]\w*\}?/.exec(value)?.[0]
  if (reference !== undefined) notes.push(`Kept as it is: nothing is put in for ${inShort(reference)}.`)
  const escape = (quote === '"' ? unknownEscape(value) : /\\[nrt]/.exec(value)?.[0]) ?? ''
  if (escape !== '')
    notes.push(
      `Kept as it is: ${escape} means ${quote === '"' ? 'nothing else' : 'a tab or line end only in double quotes'}.`,
    )
  if (quote === '' && value.endsWith('\\'))
    notes.push('Kept as it is: a \\ at the end joins no lines. Put the value in quotes to have several.')
  return notes
}

/** The first pair that begins with a backslash and is no escape. */
const unknownEscape = (value: string): string | undefined =>
  value.match(/\\[^]/g)?.find((pair) => !/\\[nrt"\\$\n]/.test(pair))
