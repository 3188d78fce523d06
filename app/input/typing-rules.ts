import { highestPort, maximumSubdomainLength } from '../../core/application/exposed-port'

/** The keys that a field takes. What is pasted or filled in otherwise stays as it is: whoever checks the form says what is wrong. */
interface TypingRule {
  /** Whether `text` may stand in the field while somebody types. */
  takes(text: string): boolean
  /** Said at the field when a key is kept out. */
  word: string
  /** Capitals are typed as small letters. */
  isLowerCase?: true
}

export const typingRules = {
  decimal: { takes: (text) => /^\d*(?:[.,]\d*)?$/.test(text), word: 'Only digits and one decimal point.' },
  whole: { takes: (text) => /^\d*$/.test(text), word: 'Only digits.' },
  port: {
    takes: (text) => /^\d*$/.test(text) && Number(text) <= highestPort,
    word: `Only digits, at most ${highestPort}.`,
  },
  subdomain: {
    takes: (text) =>
      /^[a-z0-9-]*$/.test(text) && !text.includes('--') && text.length <= maximumSubdomainLength,
    word: `Only letters, digits and single hyphens, at most ${maximumSubdomainLength}.`,
    isLowerCase: true,
  },
  portSubdomain: {
    takes: (text) =>
      /^(@?|([*][.]?)?|([*][.])?[a-z0-9-]+)$/.test(text) &&
      !text.includes('--') &&
      text.length <= maximumSubdomainLength,
    word: `Only letters, digits and single hyphens, at most ${maximumSubdomainLength}, or @, *, *.app.`,
    isLowerCase: true,
  },
  image: {
    takes: (text) => !/\/[^/]*:|@/.test(text),
    word: 'No tag or digest: they belong to the versions.',
  },
} satisfies Record<string, TypingRule>

export type TypingRuleName = keyof typeof typingRules

export const isTypingRule = (name: string | undefined): name is TypingRuleName =>
  name !== undefined && Object.hasOwn(typingRules, name)

interface TypedKey {
  /** The character, and the text that was there. */
  key: string
  before: string
  /** The text that there would be with it. */
  after: string
  rule?: TypingRule
  /** So many characters the field takes. */
  longest?: number
}

/** Why a key is kept out of a field, for people; undefined where it belongs. What stands there already may be mended by any key that belongs. */
export function whyKeptOut({ key, before, after, rule, longest = Infinity }: TypedKey): string | undefined {
  if (rule && !rule.takes(after) && (rule.takes(before) || !rule.takes(key))) return rule.word
  return after.length > longest && after.length > before.length ? `At most ${longest} characters.` : undefined
}
