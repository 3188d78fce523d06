import type { EnvironmentStatus, Overview, PastDeployment } from '../api/wire'
import { decidedInWords, targetsInWords } from '../../core/application/scaling-measures'
import { localTime } from '../../core/time/local-time'
import { exitCodes } from '../exit-codes'
import { findEnvironment, listEnvironments } from '../names/find'
import { besides, hasEnded, healthOf, stateNames, statusNames, wasLive } from '../output/deployment-text'
import { safeLine } from '../safe-text'
import { dollars, tableOf } from '../output/table'
import type { Run } from './command'
import { listDeployments } from './revert'
import { waitForDeployment, type WaitOptions } from './wait-for-deployment'

type Application = Overview['applications'][number]

interface StatusOptions extends WaitOptions {
  watch?: boolean
  history?: boolean
}

/** How many deployments a history shows. */
const mostShown = 20

/** How the environments do, or one of them with what it runs. */
export async function status(run: Run, given: string | undefined, options: StatusOptions) {
  if (given === undefined) return printEnvironments(run)
  const { client } = run
  const { id, name } = await findEnvironment(client, given)
  const deployments = await listDeployments(run, id)
  // A change of settings takes effect at once, and is nothing to wait for.
  const newest = deployments.find(({ kind }) => kind !== 'override' && kind !== 'spot-strategy')
  if (options.watch && newest && !hasEnded(newest.state)) return waitForDeployment(run, newest.id, options)
  if (options.history)
    return run.print({ deployments: deployments.slice(0, mostShown) }, (value) =>
      historyTable(value.deployments),
    )
  const state = await client.get<EnvironmentStatus>(`/v1/view-controller/environment/${id}/status`)
  const overview = await client.get<Overview>(`/v1/view-controller/environment/${id}/overview`)
  run.print(
    {
      id,
      name,
      ...state,
      sleep: overview.sleep,
      applications: overview.applications,
      costPerHour: overview.costPerHour,
      deployment: newest,
    },
    () => describe(name, state, overview, newest),
  )
  if (options.watch && newest && !wasLive(newest.state)) return exitCodes.deploymentFailed
}

/** The environments of the team. */
export async function printEnvironments(run: Run): Promise<void> {
  const environments = await listEnvironments(run.client)
  run.print({ environments }, () =>
    environments.length === 0
      ? 'There is no environment yet. Create one in the portal.'
      : tableOf(
          ['NAME', 'STATUS', 'HEALTHY', 'USD/HOUR', 'AWS ACCOUNT', 'ID'],
          environments.map((each) => [
            each.name,
            statusName(each),
            `${each.numHealthy}/${each.numProcesses}`,
            dollars(each.costPerHour),
            each.awsAccountName,
            each.id,
          ]),
        ),
  )
}

function describe(
  name: string,
  state: EnvironmentStatus,
  { applications, costPerHour, sleep }: Overview,
  deployment: PastDeployment | undefined,
): string {
  const rows = applications.map((each) => [
    each.applicationName,
    each.liveVersionName ?? '',
    each.deployingVersionName ?? '',
    healthOf(each),
    [...each.urls.slice(0, 1), ...(each.wildcards ?? [])].join(' '),
  ])
  return [
    `${safeLine(name)}: ${statusName(state)}. ${safeLine(state.statusMessage)}`,
    deployment &&
      `Deployment ${deployment.sequence}: ${stateOf(deployment)}. ${safeLine(besides(deployment.state, deployment.message))}`.trim(),
    sleep && sleepText(sleep),
    `${dollars(costPerHour.total)} an hour before traffic and logs`,
    ...applications.flatMap(({ applicationName, restarts }) =>
      restarts === undefined
        ? []
        : `${safeLine(applicationName)}: restarted ${restarts === 1 ? 'once' : `${restarts} times`}.`,
    ),
    ...applications.flatMap(({ applicationName, scaling }) =>
      scaling === undefined ? [] : `${safeLine(applicationName)}: ${scaled(scaling)}`,
    ),
    ...applications.flatMap(({ applicationName, schedule }) =>
      schedule === undefined ? [] : `${safeLine(applicationName)}: ${scheduled(schedule)}`,
    ),
    ...applications.flatMap(({ applicationName, memoryKills }) =>
      memoryKills === undefined ? [] : `${safeLine(applicationName)}: ${programsKilled(memoryKills)}`,
    ),
    rows.length > 0 && `\n${tableOf(['APPLICATION', 'LIVE', 'DEPLOYING', 'HEALTHY', 'ADDRESS'], rows)}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Of one that sleeps, or that a schedule puts to sleep; undefined of others. */
function sleepText({
  isAsleep,
  sinceEpoch,
  by,
  nextEpoch,
}: NonNullable<Overview['sleep']>): string | undefined {
  const next = nextEpoch === undefined ? undefined : momentOf(nextEpoch)
  if (!isAsleep) return next && `Falls asleep at ${next}`
  const cause = by === 'idle' ? ' after a time without requests' : ''
  return `Asleep since ${momentOf(sinceEpoch ?? 0)}${cause}${next === undefined ? '. Wake it with sdo wake.' : `, wakes at ${next}`}`
}

const momentOf = (epoch: number): string => new Date(epoch).toISOString()

const statusName = ({
  statusType,
  needsAttention,
}: Pick<EnvironmentStatus, 'statusType' | 'needsAttention'>) =>
  needsAttention ? 'Needs attention' : statusNames[statusType]

function scaled({ min, max, ...more }: NonNullable<Application['scaling']>): string {
  const decided = more.usedMeasure && decidedInWords(more)
  return [
    `scales from ${min} to ${max}, ${targetsInWords(more)}.`,
    ...(decided === undefined ? [] : [`Its number is by ${decided}.`]),
    ...(more.isShort ? [`It needs more than ${max}.`] : []),
    ...(more.isBlind ? ['It is not scaled: its usage is unknown.'] : []),
  ].join(' ')
}

const scheduled = ({ processes, untilEpoch, timeZone }: NonNullable<Application['schedule']>) =>
  `at least ${processes} ${processes === 1 ? 'process' : 'processes'} by its schedule, until ${safeLine(localTime(untilEpoch, timeZone))}.`

const programsKilled = (count: number): string =>
  `${count === 1 ? '1 program was' : `${count} programs were`} killed because memory ran out. Give its processes more.`

const historyTable = (deployments: PastDeployment[]): string =>
  tableOf(
    ['NUMBER', 'STATE', 'KIND', 'ASKED', 'MESSAGE'],
    deployments.map((deployment) => [
      deployment.sequence,
      stateOf(deployment),
      deployment.kind,
      momentOf(deployment.createdEpoch),
      deployment.message,
    ]),
  )

const stateOf = ({ state, undoneBySequence }: PastDeployment): string =>
  undoneBySequence === undefined ? stateNames[state] : 'Undone'
