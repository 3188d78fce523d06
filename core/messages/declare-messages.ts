/**
 * A sentence for people about which the documentation says more: known by its code, whatever its words are. As text, and as JSON, it is its
 * words.
 */
export class Message {
  constructor(
    /** Its area and its name: `people.loginFailed`. */
    readonly code: string,
    readonly text: string,
    /** Where the documentation says what to do about it, as a path of the portal. */
    readonly docs: string,
  ) {}

  /** The same, told in other words, such as of whom. */
  as(text: string): Message {
    return new Message(this.code, text, this.docs)
  }

  toString(): string {
    return this.text
  }

  toJSON(): string {
    return this.text
  }
}

/** What people are told: a declared message, or words that say themselves what to do. */
export type Told = string | Message

type Text = string | ((...parameters: never[]) => string)

interface Declaration {
  text: Text
  docs: string
}

type Declared<Entry> = Entry extends { text: (...parameters: infer Filled) => string }
  ? (...parameters: Filled) => Message
  : Entry extends Declaration
    ? Message
    : Entry

/**
 * Declares the messages of an area. One that the documentation says more about names the passage; all others are words.
 */
export const declareMessages = <const Entries extends Record<string, Declaration | Text>>(
  area: string,
  entries: Entries,
): { [Name in keyof Entries]: Declared<Entries[Name]> } =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [
      name,
      typeof entry === 'object' ? declared(`${area}.${name}`, entry) : entry,
    ]),
  ) as { [Name in keyof Entries]: Declared<Entries[Name]> }

/** Every message that was declared so far. */
export const documentedMessages: Pick<Message, 'code' | 'docs'>[] = []

function declared(
  code: string,
  { text, docs }: Declaration,
): Message | ((...parameters: never[]) => Message) {
  documentedMessages.push({ code, docs })
  return typeof text === 'string'
    ? new Message(code, text, docs)
    : (...parameters) => new Message(code, text(...parameters), docs)
}

/** What was told, with other words around it. */
export const retold = (told: Told, words: (own: string) => string): Told =>
  messageIn(told)?.as(words(String(told))) ?? words(String(told))

/** The declared message that was told, if it was one. Each bundle has its own copy of the class. */
export const messageIn = (told: unknown): Message | undefined =>
  typeof told === 'object' && told !== null && 'code' in told && 'text' in told
    ? (told as Message)
    : undefined
