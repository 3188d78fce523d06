import { billLines } from '../../../core/charges/bill'
import { beforeText, type LeftOut } from '../../../core/charges/left-out'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import { toCsv } from '../audit/to-csv'
import type { Dependencies } from '../dependencies'
import { getEnvironmentCost } from './get-environment-cost'
import { leftOutOf, readTeamCost } from './get-team-cost'
import type { MonthCost } from './month-cost'

const headerOf = (leavesOut: readonly LeftOut[]) => [
  ...['environment id', 'environment', 'day (UTC)', `USD ${beforeText(leavesOut)}`],
  ...billLines.map((line) => `${line} USD`),
  ...['instance hours', 'load balancer hours', 'log bytes', 'LCU-hours'],
]

/** What an environment cost on each day of the month, as a CSV file. @throws DomainError `not-found` */
export async function exportEnvironmentCost(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<string> {
  const cost = await getEnvironmentCost(dependencies, actor, id)
  return toCsv([headerOf(cost.leavesOut), ...rowsOf(cost)])
}

/** The same of all environments of the team. */
export async function exportTeamCost(dependencies: Dependencies, actor: HumanActor): Promise<string> {
  requireAccess(actor, 'member')
  const environments = await readTeamCost(dependencies, actor)
  return toCsv([headerOf(leftOutOf(environments)), ...environments.flatMap(rowsOf)])
}

const rowsOf = ({ id, name, days }: { id: string; name: string } & Pick<MonthCost, 'days'>): string[][] =>
  days.map(({ day, usd, lines, instanceHours, loadBalancerHours, logBytes, capacityUnitHours }) => [
    ...[id, name, day, numberText(usd)],
    ...billLines.map((line) => numberText(lines[line])),
    ...[
      numberText(instanceHours),
      numberText(loadBalancerHours),
      numberText(logBytes),
      numberText(capacityUnitHours),
    ],
  ])

const numberText = (value: number): string => String(Number(value.toFixed(6)))
