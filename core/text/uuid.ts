/** RFC 9562: no key is it, and every key comes after it. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether Postgres would accept `id` as a key. What it would not accept belongs to nobody. */
export const isUuid = (id: string): boolean => uuid.test(id)
