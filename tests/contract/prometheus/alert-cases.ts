import type { Series } from '../../prometheus/series-of'
import { troubles } from './troubles'

export interface AlertCase {
  /** What the processes show, for two hours, when the alert fires. */
  fires(): Promise<Series>
  /** What is all the same when it does not. */
  isQuiet: Series
  /** Another way in which it fires, with the same labels. */
  firesToo?: Series
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

const failing = (reason: string) => `sdo_environments_failing{reason="${reason}"}`
const leader = (pod: string, shard = 0) =>
  `leader_election_master_status{name="sdo-controller-shard-${shard}", instance="${pod}"}`
const call = (outcome: string) =>
  `sdo_cloud_calls_total{service="EC2", operation="DescribeInstances", outcome="${outcome}"}`
const answers = (status: number) => `sdo_http_requests_total{route="/portal", status="${status}"}`
const deployments = (outcome: string) => `sdo_deployments_total{outcome="${outcome}"}`

const quiet: Record<keyof typeof troubles, Omit<AlertCase, 'fires'>> = {
  SdoNoLeader: {
    isQuiet: {
      [leader('a')]: always(0),
      [leader('b')]: always(1),
      [leader('a', 1)]: always(1),
      [leader('b', 1)]: always(0),
    },
    labels: { name: 'sdo-controller-shard-0' },
  },
  SdoTwoLeaders: {
    isQuiet: {
      [leader('a')]: always(1),
      [leader('b')]: always(0),
      [leader('b', 1)]: always(1),
      // Of another installation.
      'leader_election_master_status{name="sdo-controller-shard-0", namespace="staging", instance="c"}':
        always(1),
    },
    labels: { name: 'sdo-controller-shard-0' },
  },
  SdoWatchFailing: {
    // One failure that passes.
    isQuiet: { 'sdo_watch_failing{source="watch mirror/Environment"}': '0x97 1x3 0x20' },
    labels: { source: 'watch mirror/Environment' },
  },
  SdoReconcilesFailing: {
    isQuiet: { 'sdo_workqueue_failing{name="environment"}': '0x94 1x6 0x20' },
    labels: { name: 'environment' },
  },
  SdoQueueSlow: {
    isQuiet: {
      ...between('workqueue_queue_duration_seconds', ['0.1', '0.5'], 'instance="a",name="environment",'),
      'sdo_database_connections_limit{instance="a"}': always(10),
      // Of another program's controller, which has the same conventions.
      ...between('workqueue_queue_duration_seconds', ['5', '15'], 'instance="other",name="environment",'),
    },
    labels: { name: 'environment' },
  },
  SdoEnvironmentsFailing: {
    labels: { reason: 'AccessDenied' },
    // Many customers, some of whom never mend theirs, and a few more today.
    isQuiet: {
      'sdo_environments{phase="Failure"}': '60x60 68x60',
      'sdo_environments{phase="Ready"}': '440x60 432x60',
      [failing('AccessDenied')]: '40x60 45x60',
      [failing('ProcessUnhealthy')]: '20x60 23x60',
    },
    firesToo: {
      // Of 500 as many as never before, within minutes.
      'sdo_environments{phase="Ready"}': '460x80 440x40',
      'sdo_environments{phase="Failure"}': '40x80 60x40',
      [failing('AccessDenied')]: '40x80 60x40',
      [failing('ProcessUnhealthy')]: always(0),
    },
  },
  SdoDeploymentsFailing: {
    isQuiet: { [deployments('failed')]: growing(1), [deployments('live')]: growing(3) },
  },
  SdoPlatformRefused: {
    // One refusal that passes.
    isQuiet: { 'sdo_platform_access{instance="a"}': '1x80 0x1 1x39' },
  },
  SdoCloudThrottled: {
    isQuiet: { 'sdo_cloud_throttles_total{service="EC2", operation="RunInstances"}': growing(2) },
    labels: { service: 'EC2', operation: 'RunInstances' },
  },
  SdoCloudCallsFailing: {
    isQuiet: {
      [call('success')]: growing(60),
      [call('unavailable')]: growing(1),
      [call('throttled')]: growing(20),
    },
    labels: { service: 'EC2' },
  },
  SdoAgentsSilent: {
    isQuiet: { 'sdo_agents{contact="recent"}': always(5), 'sdo_agents{contact="late"}': always(1) },
  },
  SdoSpotReplacementSlow: {
    isQuiet: between('sdo_spot_replacement_seconds', ['30', '45']),
  },
  SdoPlanGap: {
    isQuiet: between('sdo_plan_gap_ratio', ['0.01', '0.02']),
  },
  SdoPortalAbsent: {
    isQuiet: { 'sdo_http_requests_in_flight{instance="a"}': always(0) },
  },
  SdoPortalErrors: {
    isQuiet: { [answers(200)]: growing(600), [answers(404)]: growing(60), [answers(500)]: growing(1) },
  },
  SdoPortalSlow: {
    isQuiet: between('sdo_http_request_duration_seconds', ['0.05', '0.1']),
  },
  SdoEventLoopSlow: {
    isQuiet: {
      'nodejs_eventloop_lag_p99_seconds{instance="a"}': always(0.02),
      'sdo_database_connections_limit{instance="a"}': always(10),
      // Of another program that runs on Node.
      'nodejs_eventloop_lag_p99_seconds{instance="other"}': always(0.5),
    },
    labels: { instance: 'a' },
  },
  SdoDatabaseAway: {
    // A restart of Postgres.
    isQuiet: { 'sdo_database_up{instance="a"}': '1x97 0x1 1x22' },
  },
  SdoDatabasePoolExhausted: {
    isQuiet: { 'sdo_database_waiting{instance="a"}': '0x98 9x1 0x21' },
    labels: { instance: 'a' },
  },
  SdoLoginsRefused: {
    isQuiet: {
      'sdo_logins_total{kind="person", outcome="refused"}': growing(20),
      'sdo_logins_total{kind="person", outcome="success"}': growing(900),
    },
  },
  SdoMailsWaiting: {
    // Many that are each sent within minutes, as after a restart of the mail server.
    isQuiet: {
      'sdo_mail_wait_seconds_max{instance="a"}': '0+60x10 0x109',
      'sdo_mails_waiting{instance="a"}': always(200),
    },
  },
}

export const alertCases: Record<string, AlertCase> = Object.fromEntries(
  Object.entries(quiet).map(([alert, one]) => [
    alert,
    { ...one, fires: troubles[alert as keyof typeof troubles] },
  ]),
)
