/** A word that the product uses, and one that it avoids for it: one word for one thing. */
interface WordChoice {
  say: string
  not: string
  /** How the avoided word is found, where its forms are more than the word itself. */
  pattern?: RegExp
}

/** Each avoided word with its replacement: shown in the glossary, and searched for in every text that people read. */
export const wordChoices: WordChoice[] = [
  { say: 'again', not: 'anew' },
  { say: 'allows, accepts', not: 'lets in', pattern: /\blet(s|ting)? (\w+ )?in\b/i },
  { say: 'automatically', not: 'by itself', pattern: /\bby (itself|themselves)\b/i },
  { say: 'becomes healthy', not: 'gets healthy', pattern: /\b(gets?|got|getting) (un)?healthy\b/i },
  { say: 'cannot', not: 'can not' },
  { say: 'continues', not: 'goes on', pattern: /\b(goes|go|going|went|gone) on\b/i },
  { say: 'created', not: 'is made', pattern: /\b(is|are|was|were|be|been|being) made\b/i },
  { say: 'the current one', not: 'the present one', pattern: /\b(the|at) present\b/i },
  { say: 'e-mail', not: 'mail', pattern: /(?<![-/])\bmail(s|ed)?\b(?! (server|transport))/i },
  { say: 'fix', not: 'mend', pattern: /\bmend(s|ed|ing)?\b/i },
  { say: 'has, contains', not: 'holds', pattern: /\bholds?\b(?! the lease)/i },
  { say: 'ignores, considers', not: 'regards', pattern: /\bregard(s|ed|ing)?\b/i },
  { say: 'in progress', not: 'under way' },
  { say: 'is, appears', not: 'stands', pattern: /\bstands?\b/i },
  { say: 'is enough', not: 'suffices', pattern: /\bsuffices?\b/i },
  { say: 'is notified, gets', not: 'is told', pattern: /\b(is|are|was|were|be|been|being) told\b/i },
  { say: 'is queued', not: 'waits for its turn', pattern: /\bfor (its|their|a) turn\b/i },
  { say: 'is shown', not: 'is said', pattern: /\b(is|are|was|were|be|been|being) said\b/i },
  { say: 'log in', not: 'sign in', pattern: /\bsign(s|ed|ing)? (in|up)\b/i },
  { say: 'no longer', not: 'not any more', pattern: /\bany more\b/i },
  { say: 'one at a time', not: 'one after the other' },
  { say: 'optionally', not: 'at choice' },
  { say: 'persistent', not: 'lasting' },
  { say: 'recently', not: 'of late' },
  { say: 'reclaims', not: 'takes back', pattern: /\b(takes?|taking|took|taken) (\w+ )?back\b/i },
  { say: 'repeatedly', not: 'again and again' },
  { say: 'requested', not: 'asked for' },
  { say: 'scheduled', not: 'by a timetable', pattern: /\btimetables?\b/i },
  { say: 'select', not: 'tick', pattern: /\b(un)?tick(s|ed|ing)?\b/i },
  { say: 'a space', not: 'a blank', pattern: /\b(blanks|a blank)\b/i },
  { say: 'takes effect', not: 'counts from', pattern: /\bcounts? (as|for|from|once|only)\b/i },
  { say: 'the requester', not: 'whoever asked', pattern: /\bwho(ever)? (had |has )?asked\b/i },
  { say: 'unavailable', not: 'is away', pattern: /\b(is|are|was|were) away\b/i },
  { say: 'unhealthy', not: 'ill' },
  { say: 'uses, follows', not: 'goes by', pattern: /\bgo(es)? by\b/i },
  {
    say: 'American spelling: authorize, color, canceled',
    not: 'authorise, colour, cancelled',
    pattern:
      /\b(un)?(author|organ|recogn|initial|normal|serial|minim|maxim|optim|custom|summar|synchron|priorit|util|real|apolog|categor|final|general|special|central|standard|visual)is(e[sd]?|ing|ation)\b|\banalys(e[sd]?|ing)\b|\b(colour|behaviour|favour|neighbour|honour|labour)\w*|\b(catalogue|centre|licence|defence|offence|programme)s?\b|\b(cancel|label|model|signal|travel)l(ed|ing)\b|\b(grey|fulfil|whilst|amongst)\b/i,
  },
]

/** Texts that keep a word of the above: the product's specification or another program has them so. */
export const quotedTexts: string[] = [
  'The new name can not be blank',
  'Subdomains can not end with a',
  'You can not create a new account',
  'You can not delete your own login',
  'You can not remove admin from your own login',
]

/** The avoided words in `text`. */
export function listAvoidedWords(text: string): WordChoice[] {
  const own = quotedTexts.reduce((rest, quoted) => rest.replaceAll(quoted, ' '), text)
  return wordChoices.filter(({ not, pattern }) => (pattern ?? new RegExp(`\\b${not}\\b`, 'i')).test(own))
}
