import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret of 256 bits as people copy it: `whsec_BASE64`. */
export const createWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

interface Signed {
  /** Id of the message, the same at every attempt. */
  id: string
  /** When the attempt is made, in seconds since the epoch. */
  timestamp: number
  body: string
}

/** The signature of a message as Standard Webhooks has it: `v1,BASE64` for each secret, so that one can be replaced without a pause. */
export const signatureOf = ({ id, timestamp, body }: Signed, secrets: string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
