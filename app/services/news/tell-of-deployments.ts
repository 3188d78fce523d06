import { Op, type WhereOptions } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import type { EnvironmentNews } from '../../../core/news/news-kinds'
import { deploymentStates } from '../../../core/resources/wire-states'
import { Deployment } from '../../../db/models/deployment'
import { Environment } from '../../../db/models/environment'
import type { NewsWords } from '../../mail/news-mail'
import type { Dependencies } from '../dependencies'
import { deploymentPath } from '../deployments/deployment-path'
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
    words: {
      subject: `Deployment ${sequence} is undone`,
      what: `Deployment ${sequence} of one of your environments got unhealthy soon after it was live, so SDO brings back what ran before.`,
      link: 'Why, and what to do',
    },
    headline: `Deployment ${sequence} to ${environment.name} is undone`,
    details: undo.reason,
    alsoTo: requestedBy === null ? [] : [requestedBy],
  })
}

const tellAwaiting: Tell = async (dependencies, deployment, environment) => {
  const { sequence, requestedBy, credentialBy } = deployment
  await deployment.update({ toldAt: new Date(dependencies.clock.now()) })
  await spread(dependencies, environment, deployment, {
    kind: 'awaiting-approval',
    words: {
      subject: `Deployment ${sequence} waits for approval`,
      what: `Deployment ${sequence} of one of your environments waits until an admin other than whoever asked approves it.`,
      link: 'What it changes, and approve or decline it',
    },
    headline: `Deployment ${sequence} to ${environment.name} waits for approval`,
    details: '',
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
    words: hasFailed ? failedWords(sequence) : liveWords(sequence),
    headline: `Deployment ${sequence} to ${environment.name} ${hasFailed ? 'failed' : 'is live'}`,
    details: hasFailed ? `${message} Whatever ran before still runs.`.trim() : '',
    alsoTo: requestedBy === null ? [] : [requestedBy],
  })
}

const failedWords = (sequence: number): NewsWords => ({
  subject: `Deployment ${sequence} failed`,
  what: `Deployment ${sequence} of one of your environments failed. Whatever ran before still runs.`,
  link: 'Why, and what to do',
})

const liveWords = (sequence: number): NewsWords => ({
  subject: `Deployment ${sequence} is live`,
  what: `Deployment ${sequence} of one of your environments is live.`,
  link: 'What changed',
})

interface DeploymentNews {
  kind: EnvironmentNews
  words: NewsWords
  headline: string
  details: string
  alsoTo?: string[]
  except?: string[]
}

const spread = (
  dependencies: Dependencies,
  environment: Environment,
  { id, sequence, kind }: Deployment,
  { kind: newsKind, ...news }: DeploymentNews,
): Promise<void> =>
  spreadNews(
    dependencies,
    { kind: newsKind, environment },
    {
      ...news,
      teamId: environment.teamId,
      path: deploymentPath(environment.id, id),
      data: { deployment: { id, sequence, kind } },
    },
  )
