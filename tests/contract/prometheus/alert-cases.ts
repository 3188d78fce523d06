/** Values of a series, one a minute for two hours: `7x120` stays, `0+3x120` grows. */
export type Series = Record<string, string>

export interface AlertCase {
  /** What is, for two hours, when the alert fires. */
  fires: Series
  /** What is all the same when it does not. */
  isQuiet: Series
  /** Labels that say what it is about. */
  labels?: Record<string, string>
}

const always = (value: number) => `${value}x120`
const growing = (step: number) => `0+${step}x120`

/** A histogram of which `perMinute` values lie between the two limits and none elsewhere. */
const between = (name: string, [low, high]: [string, string], labels = '', perMinute = 6): Series => ({
  [`${name}_bucket{${labels}le="${low}"}`]: always(0),
  [`${name}_bucket{${labels}le="${high}"}`]: growing(perMinute),
  [`${name}_bucket{${labels}le="+Inf"}`]: growing(perMinute),
})

const leader = (pod: string) => `leader_election_master_status{name="sdo-controller", instance="${pod}"}`
const call = (outcome: string) =>
  `sdo_cloud_calls_total{service="EC2", operation="DescribeInstances", outcome="${outcome}"}`
const answers = (status: number) => `sdo_http_requests_total{route="/portal", status="${status}"}`
const deployments = (outcome: string) => `sdo_deployments_total{outcome="${outcome}"}`

export const alertCases: Record<string, AlertCase> = {
  SdoNoLeader: {
    fires: { [leader('a')]: always(0), [leader('b')]: always(0) },
    isQuiet: { [leader('a')]: always(0), [leader('b')]: always(1) },
  },
  SdoTwoLeaders: {
    fires: { [leader('a')]: always(1), [leader('b')]: always(1) },
    isQuiet: { [leader('a')]: always(1), [leader('b')]: always(0) },
  },
  SdoWatchFailing: {
    fires: { 'sdo_watch_failing{source="watch mirror/Environment"}': always(1) },
    // One failure that passes.
    isQuiet: { 'sdo_watch_failing{source="watch mirror/Environment"}': '0x97 1x3 0x20' },
    labels: { source: 'watch mirror/Environment' },
  },
  SdoReconcilesFailing: {
    fires: { 'sdo_workqueue_failing{name="environment"}': always(2) },
    isQuiet: { 'sdo_workqueue_failing{name="environment"}': '0x94 1x6 0x20' },
    labels: { name: 'environment' },
  },
  SdoQueueSlow: {
    fires: between('workqueue_queue_duration_seconds', ['5', '15'], 'name="environment",'),
    isQuiet: between('workqueue_queue_duration_seconds', ['0.1', '0.5'], 'name="environment",'),
    labels: { name: 'environment' },
  },
  SdoEnvironmentsFailing: {
    fires: { 'sdo_environments{phase="Failure"}': always(1) },
    isQuiet: {
      'sdo_environments{phase="Failure"}': '0x80 1x20 0x20',
      'sdo_environments{phase="Ready"}': always(9),
    },
  },
  SdoDeploymentsFailing: {
    fires: { [deployments('failed')]: growing(1), [deployments('live')]: always(3) },
    isQuiet: { [deployments('failed')]: growing(1), [deployments('live')]: growing(3) },
  },
  SdoCloudThrottled: {
    fires: { 'sdo_cloud_throttles_total{service="EC2", operation="RunInstances"}': growing(30) },
    isQuiet: { 'sdo_cloud_throttles_total{service="EC2", operation="RunInstances"}': growing(2) },
    labels: { service: 'EC2', operation: 'RunInstances' },
  },
  SdoCloudCallsFailing: {
    fires: { [call('success')]: growing(60), [call('unavailable')]: growing(20) },
    isQuiet: {
      [call('success')]: growing(60),
      [call('unavailable')]: growing(1),
      [call('throttled')]: growing(20),
    },
    labels: { service: 'EC2' },
  },
  SdoAgentsSilent: {
    fires: { 'sdo_agents{contact="silent"}': always(1), 'sdo_agents{contact="recent"}': always(5) },
    isQuiet: { 'sdo_agents{contact="recent"}': always(5), 'sdo_agents{contact="late"}': always(1) },
  },
  SdoSpotReplacementSlow: {
    fires: between('sdo_spot_replacement_seconds', ['100', '120']),
    isQuiet: between('sdo_spot_replacement_seconds', ['30', '45']),
  },
  SdoPlanGap: {
    fires: between('sdo_plan_gap_ratio', ['0.1', '0.2']),
    isQuiet: between('sdo_plan_gap_ratio', ['0.01', '0.02']),
  },
  SdoPortalAbsent: {
    fires: { 'up{job="something else"}': always(1) },
    isQuiet: { 'sdo_http_requests_in_flight{instance="a"}': always(0) },
  },
  SdoPortalErrors: {
    fires: { [answers(200)]: growing(60), [answers(503)]: growing(6) },
    isQuiet: { [answers(200)]: growing(600), [answers(404)]: growing(60), [answers(500)]: growing(1) },
  },
  SdoPortalSlow: {
    fires: between('sdo_http_request_duration_seconds', ['1', '2.5']),
    isQuiet: between('sdo_http_request_duration_seconds', ['0.05', '0.1']),
  },
  SdoEventLoopSlow: {
    fires: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': always(0.5) },
    isQuiet: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': always(0.02) },
    labels: { instance: 'a' },
  },
  SdoDatabasePoolExhausted: {
    fires: { 'sdo_database_waiting{instance="a"}': always(4) },
    isQuiet: { 'sdo_database_waiting{instance="a"}': '0x98 9x1 0x21' },
    labels: { instance: 'a' },
  },
  SdoLoginsRefused: {
    fires: { 'sdo_logins_total{kind="person", outcome="refused"}': growing(90) },
    isQuiet: {
      'sdo_logins_total{kind="person", outcome="refused"}': growing(20),
      'sdo_logins_total{kind="person", outcome="success"}': growing(900),
    },
  },
  SdoMailsWaiting: {
    fires: {
      'sdo_mail_wait_seconds_max{instance="a"}': growing(60),
      'sdo_mails_waiting{instance="a"}': always(1),
    },
    // Many that are each sent within minutes, as after a restart of the mail server.
    isQuiet: {
      'sdo_mail_wait_seconds_max{instance="a"}': '0+60x10 0x109',
      'sdo_mails_waiting{instance="a"}': always(200),
    },
  },
}
