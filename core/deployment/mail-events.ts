/** What of deployments people may be mailed about: it failed, it is live, it was undone by itself. */
export const mailEvents = ['failed', 'live', 'reverted'] as const
export type MailEvent = (typeof mailEvents)[number]
