/** The keys that secrets at rest are sealed with: one for new ones, and those that older ones may still need. */
export interface KeyRing {
  currentId: string
  /** 32 bytes each, by the id that stands in what they sealed. */
  keys: ReadonlyMap<string, Buffer>
}

const keyBytes = 32

/**
 * Reads `2027:BASE64,2026:BASE64`: ids with their keys, the current one first.
 *
 * @throws Error that says what must be changed, without any key
 */
export function readKeyRing(text: string): KeyRing {
  const keys = new Map(text.split(',').map(readKey))
  const [currentId] = keys.keys()
  if (currentId === undefined || keys.size < text.split(',').length)
    throw new Error('must have another id for each key')
  return { currentId, keys }
}

function readKey(text: string): [string, Buffer] {
  const [, id = '', base64 = ''] = /^\s*([\w-]{1,40}):([\w+/]{43}=)\s*$/.exec(text) ?? []
  const key = Buffer.from(base64, 'base64')
  if (key.length !== keyBytes)
    throw new Error('must be an id and 32 bytes in base64, 2027:… (openssl rand -base64 32)')
  return [id, key]
}
