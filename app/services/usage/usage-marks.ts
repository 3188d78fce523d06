import { Op, type Sequelize } from 'sequelize'
import type { ApplicationSpec } from '../../../core/resources/application'
import { deploymentStates } from '../../../core/resources/wire-states'
import { Deployment } from '../../../db/models/deployment'
import { listLinesOfCodes } from '../../../db/queries/log-lines'
import { deploymentSentence } from '../../messages/deployment-sentence'
import { toDeploymentsJson } from '../deployments/to-deployments-json'
import { troubleCodes } from '../measured/trouble-codes'
import type { UsageMark } from './usage-views'

const { LIVE, RETIRED } = deploymentStates

/** Of each kind, the newest: more can be told apart in no curve. */
const mostMarks = 50

interface Span {
  environmentId: string
  since: Date
  /** What is live. */
  live: Pick<ApplicationSpec, 'applicationId'>[]
  /** Only what concerns it. */
  applicationId?: string | undefined
  /** Of what happened to processes, only what did to this one. */
  processId?: string
}

/** What happened to an environment that curves may show: deployments that became live, and processes that fell ill, crashed, were started again or ran out of memory. Oldest first. */
export async function readUsageMarks(sequelize: Sequelize, span: Span): Promise<UsageMark[]> {
  const marks = [...(await readDeployments(sequelize, span)), ...(await readTroubles(sequelize, span))]
  const { applicationId } = span
  return marks
    .filter(({ applicationIds }) => applicationId === undefined || applicationIds.includes(applicationId))
    .sort((one, other) => one.epoch - other.epoch)
}

async function readDeployments(sequelize: Sequelize, { environmentId, since, live }: Span) {
  const deployments = await Deployment.findAll({
    where: { environmentId, state: [LIVE, RETIRED], finishedAt: { [Op.gte]: since } },
    order: [['sequence', 'DESC']],
    limit: mostMarks,
  })
  const all = live.map(({ applicationId }) => applicationId)
  return (await toDeploymentsJson(sequelize, deployments)).map((deployment): UsageMark => {
    const changed = deployment.changes.map(({ applicationId }) => applicationId)
    return {
      type: 'deployment',
      epoch: deployment.finishedEpoch ?? deployment.createdEpoch,
      text: `Deployment ${deployment.sequence}: ${deploymentSentence(deployment)}`,
      deploymentId: deployment.id,
      // A change of settings may concern each.
      applicationIds: changed.length > 0 ? changed : all,
    }
  })
}

async function readTroubles(sequelize: Sequelize, { live, ...span }: Span) {
  const lines = await listLinesOfCodes(sequelize, { ...span, codes: troubleCodes, limit: mostMarks })
  // Older lines name it in words alone.
  const only = live.length === 1 ? live.map(({ applicationId }) => applicationId) : []
  return lines.map(({ createdAt, message, applicationId, processId }): UsageMark => ({
    ...{ type: 'trouble', epoch: createdAt.getTime(), text: message },
    applicationIds: applicationId === null ? only : [applicationId],
    ...(processId !== null && { processId }),
  }))
}
