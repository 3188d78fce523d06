import type { FilledTeam } from './fill-teams'

/** A list that is measured: the path of the app, and the path of the bare server that answers with the same rows. */
export interface Target {
  name: string
  path: string
  barePath: string
  /** The least share of the bare server's requests a second that is wanted. */
  goal: number
  /** Whether the app is asked for another address each time, where pages that it kept are of no use. */
  isNewEachTime?: boolean
}

const pageGoal = 0.25
const callGoal = 0.5

const page = (name: string, bare: string): Target => ({
  name: `/portal/${name}`,
  path: `/portal/${name}`,
  barePath: `/page/${bare}`,
  goal: pageGoal,
})

const call = (name: string, bare: string, path = name): Target => ({
  name: `/v1/${name}`,
  path: `/v1/view-controller/${path}`,
  barePath: `/v1/${bare}`,
  goal: callGoal,
})

/** The portal's list pages. */
export const pages: Target[] = [
  page('environments', 'environments'),
  page('applications', 'applications'),
  page('users', 'users'),
  page('external-resources', 'aws-accounts'),
  page('audit-log', 'audit-log'),
  page('security', 'security'),
  page('account', 'account'),
]

/** The same as if their data changed between any two requests. */
export const changingPages: Target[] = pages.map((page) => ({ ...page, isNewEachTime: true }))

/** The reads of /v1 that give a list. */
export const callsOf = ({ applicationId, environmentId }: FilledTeam): Target[] => [
  call('environment', 'environments'),
  call('process', 'applications'),
  call('user', 'users'),
  call('aws-account', 'aws-accounts'),
  call('audit-log', 'audit-log'),
  call('security', 'security'),
  call('account', 'account'),
  call('process/…/versions', `versions?id=${applicationId}`, `process/${applicationId}/versions`),
  call('environment/…/logs', `logs?id=${environmentId}`, `environment/${environmentId}/logs/network`),
]
