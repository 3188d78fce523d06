const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether Postgres would accept `id` as a key. What it would not accept belongs to nobody. */
export const isUuid = (id: string): boolean => uuid.test(id)
