import { randomUUID } from 'node:crypto'

/** As Certificate Manager takes them: letters and digits, 32 at most. */
export const newToken = (): string => randomUUID().replaceAll('-', '')
