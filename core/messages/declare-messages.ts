/**
 * A sentence for people, known by its code, whatever its words are. As text, and as JSON, it is its words.
 */
export class Message {
  constructor(
    /** Its area and its name: `people.loginFailed`. */
    readonly code: string,
    readonly text: string,
    /** Where the documentation says what to do about it, as a path of the portal; undefined where its words say all. */
    readonly docs?: string,
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

/** What people are told: a declared message, or words that somebody else wrote. */
export type Told = string | Message

type Text = string | ((...parameters: never[]) => string)

interface Documented {
  text: Text
  docs: string
}

type Declared<Entry> = Entry extends (...parameters: infer Filled) => string
  ? (...parameters: Filled) => Message
  : Entry extends { text: (...parameters: infer Filled) => string }
    ? (...parameters: Filled) => Message
    : Message

/** Declares the messages of an area. One that the documentation says more about names the passage. */
export const declareMessages = <const Entries extends Record<string, Documented | Text>>(
  area: string,
  entries: Entries,
): { [Name in keyof Entries]: Declared<Entries[Name]> } =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, declared(`${area}.${name}`, entry)]),
  ) as { [Name in keyof Entries]: Declared<Entries[Name]> }

/** Every message that was declared so far. */
export const declaredMessages: Pick<Message, 'code' | 'docs'>[] = []

function declared(code: string, entry: Documented | Text): Message | ((...parameters: never[]) => Message) {
  const { text, docs } = typeof entry === 'object' ? entry : { text: entry, docs: undefined }
  declaredMessages.push({ code, ...(docs !== undefined && { docs }) })
  return typeof text === 'string'
    ? new Message(code, text, docs)
    : (...parameters) => new Message(code, text(...parameters), docs)
}

/** The declared message that was told, if it was one. Each bundle has its own copy of the class. */
export const messageIn = (told: unknown): Message | undefined =>
  typeof told === 'object' && told !== null && 'code' in told && 'text' in told
    ? (told as Message)
    : undefined
