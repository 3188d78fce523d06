import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, safe in cookies, headers and addresses. */
export const createSecretToken = (): string => randomBytes(32).toString('base64url')

/** The hash that is kept of a secret of full entropy: whoever reads the database cannot use it. */
export const hashSecretToken = (token: string): string => hash('sha256', token)
