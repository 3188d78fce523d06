import { Op, type WhereOptions } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import type { EnvironmentNews } from '../../../core/news/news-kinds'
import { deploymentStates } from '../../../core/resources/wire-states'
import { Deployment } from '../../../db/models/deployment'
import { Environment } from '../../../db/models/environment'
import type { Dependencies } from '../dependencies'
import { deploymentPath } from '../deployments/environment-state'
import { toDeploymentsJson } from '../deployments/to-deployments-json'
import { changeFacts } from './change-facts'
import { spreadNews } from './spread-news'
import { mostAtOnce, tellEach } from './tell-each'

/**
 * Tells of deployments that ended, of those that wait for approval, and of those that were undone by themselves: the admins of the team,
 * whoever had asked, and the webhook. A deployment is marked in the transaction that queues this: however many processes do this, it is told
 * once.
 */
export async function tellOfDeployments(dependencies: Dependencies): Promise<void> {
  await tellUntold(dependencies, untoldUndo, tellUndone)
  await tellUntold(dependencies, untoldApproval, tellAwaiting)
  await tellUntold(dependencies, untoldEnd, tellEnded)
}

const untoldUndo: WhereOptions = { kind: 'undo', toldAt: null }
const untoldApproval: WhereOptions = { state: deploymentStates.AWAITING_APPROVAL, toldAt: null }
const untoldEnd: WhereOptions = { finishedAt: { [Op.ne]: null }, endToldAt: null }

type Tell = (dependencies: Dependencies, deployment: Deployment, environment: Environment) => Promise<void>

async function tellUntold(dependencies: Dependencies, untold: WhereOptions, tell: Tell): Promise<void> {
  const found = await Deployment.findAll({
    attributes: ['id'],
    where: untold,
    order: [['createdAt', 'ASC']],
    limit: mostAtOnce,
  })
  const ids = found.map(({ id }) => id)
  await tellEach(dependencies, ids, async (id) => {
    const deployment = await Deployment.findOne({ where: { id, ...untold }, lock: true, skipLocked: true })
    const environment = deployment && (await Environment.findByPk(deployment.environmentId))
    if (deployment && environment) await tell(dependencies, deployment, environment)
  })
}

const tellUndone: Tell = async (dependencies, undo, environment) => {
  await undo.update({ toldAt: new Date(dependencies.clock.now()) })
  const undone = undo.aboutId === null ? null : await Deployment.findByPk(undo.aboutId)
  if (!undone) return
  const { sequence, requestedBy } = undone
  await spread(dependencies, environment, undone, {
    kind: 'reverted',
    link: 'Why, and what to do',
    headline: `Deployment ${sequence} to ${environment.name} was undone`,
    details: `${undo.reason} SDO brings back what ran before.`.trim(),
    output: undone.output ?? undefined,
    alsoTo: requestedBy === null ? [] : [requestedBy],
  })
}

const tellAwaiting: Tell = async (dependencies, deployment, environment) => {
  const { sequence, requestedBy, credentialBy } = deployment
  await deployment.update({ toldAt: new Date(dependencies.clock.now()) })
  await spread(dependencies, environment, deployment, {
    kind: 'awaiting-approval',
    link: 'What it changes, and approve or decline it',
    headline: `Deployment ${sequence} to ${environment.name} waits for approval`,
    details: 'Another admin has to approve it.',
    // Whoever asked may not approve it.
    except: [requestedBy, credentialBy].flatMap((id) => id ?? []),
  })
}

const tellEnded: Tell = async (dependencies, deployment, environment) => {
  await deployment.update({ endToldAt: new Date(dependencies.clock.now()) })
  const { kind, state, sequence, message, requestedBy } = deployment
  const { stoppedBy, declinedBy, supersededBy } = deployment
  // What somebody stopped, declined or saved is a person's doing, and of what a newer one replaces, that one is told.
  if ((stoppedBy ?? declinedBy ?? supersededBy) !== null || settingKinds.includes(kind)) return
  const hasFailed = state === deploymentStates.FAILED
  await spread(dependencies, environment, deployment, {
    kind: hasFailed ? 'failed' : 'live',
    link: hasFailed ? 'Why, and what to do' : 'What changed',
    headline: `Deployment ${sequence} to ${environment.name} ${hasFailed ? 'failed' : 'is live'}`,
    details: hasFailed ? `${message} Whatever ran before still runs.`.trim() : '',
    output: hasFailed ? (deployment.output ?? undefined) : undefined,
    alsoTo: requestedBy === null ? [] : [requestedBy],
  })
}

/** Lines of output that are told at most: its page has all that are kept. */
const mostQuoted = 20

interface DeploymentNews {
  kind: EnvironmentNews
  headline: string
  details: string
  link: string
  output?: string[] | undefined
  alsoTo?: string[]
  except?: string[]
}

async function spread(
  dependencies: Dependencies,
  environment: Environment,
  deployment: Deployment,
  { kind: newsKind, ...news }: DeploymentNews,
): Promise<void> {
  const output = (news.output ?? []).slice(-mostQuoted)
  const { id, sequence, kind } = deployment
  const [json] = await toDeploymentsJson(dependencies.sequelize, [deployment])
  const { changes = [], requestedBy } = json ?? {}
  await spreadNews(
    dependencies,
    { kind: newsKind, environment },
    {
      ...news,
      output,
      teamId: environment.teamId,
      path: deploymentPath(environment.id, id),
      facts: { ...changeFacts(changes), ...(requestedBy && { 'Requested by': requestedBy }) },
      data: { deployment: { id, sequence, kind, requestedBy, message: deployment.message, changes, output } },
    },
  )
}
