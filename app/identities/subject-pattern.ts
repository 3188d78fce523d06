/** Between the parts of a subject: `repo:owner/name:ref:refs/heads/main`. */
const separator = ':'
const wildcard = '*'

/** More only slow down whoever reads the pattern. */
const mostWildcards = 10

/** Characters of a subject: those that can be seen, without blanks. */
const writable = /^[!-~\u00A1-\u{10FFFF}]+$/u

/**
 * The fault of `pattern` as the subjects that are trusted; undefined when it may be one. Whose the subjects are is written out: the
 * first part, and the owner at the beginning of the second one (of the first, where it is the only one), have no `*`.
 *
 * @param start how each subject of the issuer begins, `repo:`; empty where it says nothing
 */
export function findPatternFault(pattern: string, start = ''): string | undefined {
  if (pattern === '') return 'Subject is required. It stands in the identity token as sub.'
  if (!writable.test(pattern)) return 'Subject must be one line without blanks.'
  if (!pattern.startsWith(start)) return `Subject must begin with ${start} for this issuer.`
  if (pattern.split(wildcard).length - 1 > mostWildcards)
    return `Subject may have at most ${mostWildcards} times the character *.`
  const [first = '', second] = pattern.split(separator)
  const owner = ownerOf(second ?? first)
  const isOpen = owner.includes(wildcard) || (second !== undefined && first.includes(wildcard))
  if (isOpen || owner === '')
    return 'Subject must name the owner without *, else anybody could make an identity that fits.'
  return undefined
}

const ownerOf = (part: string) => part.split('/')[0] ?? ''

/** Whether `subject` is one of those that `pattern` means. A `*` stands for any characters of one part, or for none, and never for a `:`. */
export function matchesSubject(pattern: string, subject: string): boolean {
  const parts = subject.split(separator)
  const wanted = pattern.split(separator)
  return (
    wanted.length === parts.length && wanted.every((each, index) => matchesPart(each, parts[index] ?? ''))
  )
}

/** Without regular expressions, whose time somebody's pattern could stretch. */
function matchesPart(pattern: string, part: string): boolean {
  const [start = '', ...pieces] = pattern.split(wildcard)
  const end = pieces.pop()
  if (end === undefined) return pattern === part
  if (part.length < start.length + end.length || !part.startsWith(start) || !part.endsWith(end)) return false
  const last = part.length - end.length
  let from = start.length
  for (const piece of pieces) {
    const found = part.indexOf(piece, from)
    if (found < 0 || found + piece.length > last) return false
    from = found + piece.length
  }
  return true
}
