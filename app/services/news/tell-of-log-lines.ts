import { Transaction } from 'sequelize'
import type { LoggedNews } from '../../../core/news/news-kinds'
import { Environment } from '../../../db/models/environment'
import { listUntoldNews, markLinesTold } from '../../../db/queries/news'
import type { Dependencies } from '../dependencies'
import { spreadNews } from './spread-news'
import { mostAtOnce, tellEach } from './tell-each'

/** Window within which repeated events are told together at its end: hundreds of instances may be taken back at once. */
export const quietMilliseconds = 5 * 60_000

/** How many lines of the log a message quotes. */
const mostQuoted = 5

/**
 * Tells of applications that are down or up again, of crash loops and of instances that AWS takes back, as the logs of the environments have them. The lines are marked in the
 * transaction that queues this, with the environment locked: it is told once, however many processes do this.
 */
export async function tellOfLogLines(dependencies: Dependencies): Promise<void> {
  const { sequelize, clock } = dependencies
  const now = clock.now()
  const found = await listUntoldNews(sequelize, new Date(now - quietMilliseconds), mostAtOnce)
  await tellEach(dependencies, found, async (untold) => {
    const environment = await Environment.findOne({
      where: { id: untold.environmentId },
      lock: Transaction.LOCK.NO_KEY_UPDATE,
      skipLocked: true,
    })
    const lines = environment ? await markLinesTold(sequelize, untold, new Date(now)) : []
    if (!environment || lines.length === 0) return
    const { id, name, teamId } = environment
    const quoted = lines.slice(0, mostQuoted).map(({ message }) => message)
    const more = lines.length - quoted.length
    await spreadNews(
      dependencies,
      { kind: untold.news, environment },
      {
        teamId,
        path: `/portal/environments/detail?${new URLSearchParams({ id, name, tab: 'logs' }).toString()}`,
        headline: words[untold.news].headline(name),
        link: words[untold.news].link,
        details: [...quoted, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'),
        data: { count: lines.length, codes: [...new Set(lines.flatMap(({ code }) => code ?? []))] },
      },
    )
  })
}

const words: Record<LoggedNews, { headline: (environment: string) => string; link: string }> = {
  outage: {
    headline: (environment) => `An application in ${environment} is down`,
    link: 'What is wrong with it',
  },
  recovered: {
    headline: (environment) => `An application in ${environment} is up again`,
    link: 'What happened',
  },
  'crash-loop': {
    headline: (environment) => `A process in ${environment} is crash-looping`,
    link: 'Which, and why',
  },
  interrupted: {
    headline: (environment) => `AWS reclaims Spot instances of ${environment}`,
    link: 'What happens when',
  },
}
