import { Op, type Sequelize } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import type { Difference } from '../../../core/deployment/difference'
import { deploymentStates } from '../../../core/resources/wire-states'
import { hourMilliseconds } from '../../../core/time/durations'
import { Deployment } from '../../../db/models/deployment'
import { countLinesOfCodes } from '../../../db/queries/log-lines'
import { summarizeUsage } from '../../../db/queries/usage-spans'
import { toUsed } from '../measured/to-used'
import { memoryCodes, restartCodes, troubleCodes } from '../measured/trouble-codes'
import type { UsageComparison, UsageFigures } from './usage-comparison-views'

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
  const around = (from: Date, until: Date) => readFigures(sequelize, { environmentId, from, until })
  const [before, after] = await Promise.all([
    around(new Date(startedAt.getTime() - hourMilliseconds), startedAt),
    around(finishedAt, await endOf(deployment, finishedAt)),
  ])
  return brought.flatMap(({ applicationId, after: spec }) => {
    const figures = after.get(applicationId)
    if (!spec || !figures) return []
    return { applicationId, applicationName: spec.name, before: before.get(applicationId), after: figures }
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

interface Time {
  environmentId: string
  from: Date
  until: Date
}

/** By application. */
async function readFigures(sequelize: Sequelize, time: Time): Promise<Map<string, UsageFigures>> {
  const [summaries, lines] = await Promise.all([
    summarizeUsage(sequelize, time),
    countLinesOfCodes(sequelize, { ...time, codes: troubleCodes }),
  ])
  return new Map(
    summaries.map(({ applicationId, p95Cores, p95MemoryMb, ...measured }) => {
      const own = lines.filter((line) => line.applicationId === applicationId)
      const count = (codes: string[]) =>
        own.reduce((sum, { code, count }) => sum + (codes.includes(code) ? count : 0), 0)
      const figures = {
        ...toUsed(measured),
        p95Cores,
        ...(p95MemoryMb !== null && { p95MemoryMb }),
        restarts: count(restartCodes),
        memoryKills: count(memoryCodes),
      }
      return [applicationId, figures]
    }),
  )
}
