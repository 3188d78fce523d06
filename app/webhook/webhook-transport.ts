/** A message on its way to a webhook. */
export interface OutgoingMessage {
  url: string
  headers: Record<string, string>
  body: string
}

export type WebhookOutcome =
  | { result: 'delivered'; status: number }
  /** `again`: another attempt may succeed. `reason` is for the team whose webhook it is. */
  | {
      result: 'refused'
      again: boolean
      reason: string
      status?: number
      /** How long the receiver asks to be left alone. */
      retryAfterMilliseconds?: number
    }

/** Where messages go. */
export interface WebhookTransport {
  /** Tries once to deliver. Never rejects. */
  send(message: OutgoingMessage): Promise<WebhookOutcome>
}
