import { Gauge, type Registry } from 'prom-client'
import { billOf } from '../../core/charges/bill'
import { billedOf } from '../../core/resources/billed'
import { processPhases } from '../../core/process/process-phases'
import { environmentPhases, type Environment, type InstanceStatus } from '../../core/resources/environment'
import { findCondition } from '../../core/resources/find-condition'
import { conditionReasons } from '../../core/resources/metadata'
import type { AgentReport } from './observe-agents'

interface Reported extends Pick<Environment, 'status'> {
  spec: Pick<Environment['spec'], 'awsAccount'>
}

interface FleetSources {
  /** Every environment there is. */
  environments: () => Reported[]
  /** Whether this process has what is in the account, which no other then reports. */
  isOurs: (awsAccount: string) => boolean
  reports: Map<string, AgentReport>
  clock: { now(): number }
}

/** An agent is asked every ten seconds, and given up after sixty. */
const lateSeconds = 30
const silentSeconds = 60

/**
 * Reports whenever the metrics are read what there is, of all environments of this process together: an id of one would be a label without
 * end. `follow` begins it. Sums over all processes are of all environments.
 */
export function createFleetMetrics(registry: Registry) {
  let sources: FleetSources | undefined
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: (sources: FleetSources) => [labels: Record<Label, string>, value: number][],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        for (const [labels, value] of sources ? read(sources) : []) this.inc(labels, value)
      },
    })

  gauge('sdo_environments', 'Environments by phase.', ['phase'], (from) => [
    ...environmentPhases.map((phase) => [{ phase }, 0] as [{ phase: string }, number]),
    ...from
      .environments()
      .map(({ status }) => [{ phase: status?.phase ?? 'Initial' }, 1] as [{ phase: string }, number]),
  ])
  gauge(
    'sdo_environments_failing',
    'Environments in failure, by the reason of their condition Ready.',
    ['reason'],
    (from) => [
      // A reason that was not there an hour ago must be seen to rise.
      ...conditionReasons.map((reason) => [{ reason }, 0] as [{ reason: string }, number]),
      ...from.environments().flatMap(({ status }) => {
        const reason = findCondition(status?.conditions ?? [], 'Ready')?.reason
        return status?.phase === 'Failure' && reason ? [[{ reason }, 1] as [{ reason: string }, number]] : []
      }),
    ],
  )
  gauge('sdo_instances', 'Instances by market and phase.', ['market', 'phase'], (from) =>
    instancesOf(from).map(({ market, phase }) => [{ market, phase }, 1]),
  )
  gauge('sdo_processes', 'Processes by phase.', ['phase'], (from) => [
    ...processPhases.map((phase) => [{ phase }, 0] as [{ phase: string }, number]),
    ...from
      .environments()
      .flatMap(({ status }) => status?.processes ?? [])
      .map(({ phase }) => [{ phase }, 1] as [{ phase: string }, number]),
  ])
  gauge(
    'sdo_fleet_cost_dollars_per_hour',
    'What AWS charges for instances and load balancers, with their addresses and disks, before traffic and logs.',
    [],
    (from) => from.environments().map(({ status }) => [{}, billOf(billedOf(status)).total]),
  )
  gauge(
    'sdo_agents',
    'Agents by how long ago they answered: up to 30 seconds, up to 60, longer.',
    ['contact'],
    (from) => agesOf(from).map((age) => [{ contact: contactOf(age) }, 1]),
  )
  gauge(
    'sdo_agent_contact_age_seconds_max',
    'Since the agent answered that is silent for longest.',
    [],
    (from) => [[{}, Math.max(0, ...agesOf(from))]],
  )
  gauge(
    'sdo_agents_by_release',
    'Agents by release, the first 12 digits of the SHA-256 of its bundle.',
    ['release'],
    (from) =>
      reportsOf(from).map(({ status }) => [{ release: status.release?.sha256.slice(0, 12) ?? 'fixed' }, 1]),
  )
  gauge(
    'sdo_agents_with_older_key',
    'Agents that prove themselves by an older key of MASTER_KEY than the first.',
    [],
    (from) => [[{}, reportsOf(from).filter(({ status }) => status.holdsOlderKey).length]],
  )
  gauge('sdo_agent_containers', 'Containers by state, as the agents said last.', ['state'], (from) =>
    reportsOf(from).flatMap(({ status }) =>
      status.processes.map(({ state }) => [{ state }, 1] as [{ state: string }, number]),
    ),
  )

  return {
    /** Reports of these until `signal` aborts. */
    follow({ environments, isOurs, ...followed }: FleetSources, signal: AbortSignal): void {
      sources = {
        ...followed,
        isOurs,
        environments: () => environments().filter(({ spec }) => isOurs(spec.awsAccount)),
      }
      signal.addEventListener('abort', () => (sources = undefined), { once: true })
    },
  }
}

const instancesOf = ({ environments }: FleetSources): InstanceStatus[] =>
  environments().flatMap(({ status }) => status?.instances ?? [])

/** Seconds since each agent that should answer did. */
const agesOf = (from: FleetSources): number[] =>
  instancesOf(from)
    .filter(({ phase }) => phase === 'Running' || phase === 'Draining')
    .map(({ clientToken, lastSeenEpoch }) =>
      Math.max(0, (from.clock.now() - (from.reports.get(clientToken)?.heardAt ?? lastSeenEpoch)) / 1000),
    )

function contactOf(age: number): string {
  if (age <= lateSeconds) return 'recent'
  return age <= silentSeconds ? 'late' : 'silent'
}

/** Last reports of agents on instances that there still are; the others are forgotten. */
function reportsOf(from: FleetSources): AgentReport[] {
  const present = new Set(instancesOf(from).map(({ clientToken }) => clientToken))
  for (const instance of from.reports.keys()) if (!present.has(instance)) from.reports.delete(instance)
  return [...from.reports.values()]
}
