import { Op, type Sequelize } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import type { Difference } from '../../../core/deployment/difference'
import { deploymentStates } from '../../../core/resources/wire-states'
import { hourMilliseconds } from '../../../core/time/durations'
import { Deployment } from '../../../db/models/deployment'
import { summarizeUsage, type UsageSummary } from '../../../db/queries/usage-spans'
import type { UsageComparison } from './usage-comparison-views'

const { LIVE, RETIRED } = deploymentStates

/** Of the applications that a deployment brought which served; none while nothing was measured after it. */
export async function compareUsage(
  sequelize: Sequelize,
  deployment: Deployment,
  { applications }: Difference,
): Promise<UsageComparison[]> {
  const { environmentId, state, startedAt, finishedAt } = deployment
  const brought = applications.filter(({ type, after }) => after && (type === 'add' || type === 'change'))
  if ((state !== LIVE && state !== RETIRED) || !startedAt || !finishedAt || brought.length === 0) return []
  const around = (from: Date, until: Date) => summarizeUsage(sequelize, { environmentId, from, until })
  const [before, after] = await Promise.all([
    around(new Date(startedAt.getTime() - hourMilliseconds), startedAt),
    around(finishedAt, await endOf(deployment, finishedAt)),
  ])
  const of = (summaries: UsageSummary[], id: string) => {
    const found = summaries.find(({ applicationId }) => applicationId === id)
    return found && toFigures(found)
  }
  return brought.flatMap(({ applicationId, after: spec }) => {
    const figures = of(after, applicationId)
    if (!spec || !figures) return []
    return { applicationId, applicationName: spec.name, before: of(before, applicationId), after: figures }
  })
}

/** An hour later, or when the next deployment began. */
async function endOf({ environmentId, sequence }: Deployment, finishedAt: Date): Promise<Date> {
  const end = new Date(finishedAt.getTime() + hourMilliseconds)
  const next = await Deployment.findOne({
    where: {
      environmentId,
      sequence: { [Op.gt]: sequence },
      kind: { [Op.notIn]: settingKinds },
      startedAt: { [Op.between]: [finishedAt, end] },
    },
    order: [['startedAt', 'ASC']],
    attributes: ['startedAt'],
  })
  return next?.startedAt ?? end
}

const toFigures = ({ cores, p95Cores, mostCores, throttled, p95MemoryMb, mostMemoryMb }: UsageSummary) => ({
  cores,
  p95Cores,
  mostCores,
  ...(throttled !== null && { throttled }),
  ...(p95MemoryMb !== null && { p95MemoryMb }),
  ...(mostMemoryMb !== null && { mostMemoryMb }),
})
