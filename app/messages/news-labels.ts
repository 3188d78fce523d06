import type { EnvironmentNews, NewsKind } from '../../core/news/news-kinds'

/** Labels of news, as people choose them. */
export const newsLabels: Record<NewsKind, string> = {
  failed: 'A deployment failed',
  live: 'A deployment is live',
  reverted: 'A deployment was undone by itself',
  'awaiting-approval': 'A deployment waits for approval',
  outage: 'An application is down',
  recovered: 'An application is up again',
  'crash-loop': 'A process crashes again and again',
  interrupted: 'AWS takes back a Spot instance',
  'account-unhealthy': 'An AWS account is not right any more',
  'token-expiring': 'A token of an integration user ends soon',
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
  interrupted: 'Spot instance taken back',
}
