import { randomUUID } from 'node:crypto'

/** A client token in the form that Certificate Manager takes: letters and digits, 32 at most. */
export const newToken = (): string => randomUUID().replaceAll('-', '')
