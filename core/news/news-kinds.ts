/**
 * News of an environment for people and a team's webhook: a deployment failed, is live, was undone by itself, or waits for approval;
 * an application is down, or up again; a process crashes again and again; AWS takes back an instance; its cost
 * reaches its budget, or most of it; an application is short of memory or CPU, or answers 5xx.
 */
export const environmentNews = [
  'failed',
  'live',
  'reverted',
  'awaiting-approval',
  'outage',
  'recovered',
  'crash-loop',
  'interrupted',
  'budget',
  'usage',
] as const
export type EnvironmentNews = (typeof environmentNews)[number]

/** News of the whole team: an AWS account is not right any more, a token of an integration user ends soon. */
export const teamNews = ['account-unhealthy', 'token-expiring'] as const
export type TeamNews = (typeof teamNews)[number]

export const newsKinds = [...environmentNews, ...teamNews] as const
export type NewsKind = (typeof newsKinds)[number]

/** News that a line of the environment's log tells. */
export type LoggedNews = Extract<EnvironmentNews, 'outage' | 'recovered' | 'crash-loop' | 'interrupted'>
