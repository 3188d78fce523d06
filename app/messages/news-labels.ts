import type { EnvironmentNews, NewsKind } from '../../core/news/news-kinds'

/** Labels of news, as people choose them. */
export const newsLabels: Record<NewsKind, string> = {
  failed: 'A deployment failed',
  live: 'A deployment is live',
  reverted: 'A deployment was rolled back automatically',
  'awaiting-approval': 'A deployment waits for approval',
  outage: 'An application is down',
  recovered: 'An application is up again',
  'crash-loop': 'A process is crash-looping',
  interrupted: 'AWS reclaims a Spot instance',
  budget: 'The projected cost reaches 80 or 100 % of the budget',
  usage: 'An application is short of memory or CPU, or answers 5xx',
  'account-unhealthy': 'An AWS account needs attention',
  'token-expiring': 'An integration token expires soon',
}

/** Labels in a word, for tables. */
export const shortNewsLabels: Record<EnvironmentNews, string> = {
  failed: 'failed',
  live: 'live',
  reverted: 'undone',
  'awaiting-approval': 'waits for approval',
  outage: 'down',
  recovered: 'up again',
  'crash-loop': 'crash loop',
  interrupted: 'Spot instance reclaimed',
  budget: 'near or over budget',
  usage: 'short of memory or CPU, or 5xx',
}
