import { createHash } from 'node:crypto'

/** Entries by unguessable token. A token that is not known takes as long to look up as one that is. */
interface ProcessTokens<Entry> {
  add(token: string, entry: Entry): void
  find(token: string): Entry | undefined
  remove(token: string): void
}

/** Kept by digest: how much of a guess is right shows nowhere, neither in the answer nor in the time it takes. */
export function createProcessTokens<Entry>(): ProcessTokens<Entry> {
  const entries = new Map<string, Entry>()
  const digestOf = (token: string) => createHash('sha256').update(token).digest('base64')
  return {
    add: (token, entry) => void entries.set(digestOf(token), entry),
    find: (token) => entries.get(digestOf(token)),
    remove: (token) => void entries.delete(digestOf(token)),
  }
}
