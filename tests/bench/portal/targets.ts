import type { FilledTeam } from './fill-teams'

/** A list that is measured, at the same path of the app and of the bare site. */
export interface Target {
  name: string
  path: string
}

const page = (name: string): Target => ({ name: `/portal/${name}`, path: `/portal/${name}` })

const call = (name: string, path = name): Target => ({
  name: `/v1/${name}`,
  path: `/v1/view-controller/${path}`,
})

/** The portal's list pages. */
export const pages = [
  'environments',
  'applications',
  'users',
  'external-resources',
  'audit-log',
  'security',
  'account',
].map(page)

/** The reads of /v1 that give a list. */
export const callsOf = ({ applicationId, environmentId }: FilledTeam): Target[] => [
  ...['environment', 'process', 'user', 'aws-account', 'audit-log', 'security', 'account'].map((name) =>
    call(name),
  ),
  call('process/…/versions', `process/${applicationId}/versions`),
  call('environment/…/logs', `environment/${environmentId}/logs/network`),
]
