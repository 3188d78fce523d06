import { Op, type WhereOptions } from 'sequelize'
import { IntegrationUser, IntegrationToken } from '../../../db/models/integration-user'
import type { Dependencies } from '../dependencies'
import { spreadNews } from './spread-news'
import { mostAtOnce, tellEach } from './tell-each'
import { dayMilliseconds } from '../../../core/time/durations'

/** How many days before its end people are told of a token, the last time first. */
const notices = [
  { count: 2, days: 2 },
  { count: 1, days: 14 },
]

/** Tells of tokens of integration users that end soon: two weeks ahead, and two days. */
export async function tellOfTokens(dependencies: Dependencies): Promise<void> {
  const now = dependencies.clock.now()
  for (const { count, days } of notices) {
    const untold: WhereOptions = {
      expiresAt: { [Op.gt]: new Date(now), [Op.lte]: new Date(now + days * dayMilliseconds) },
      expiryNotices: { [Op.lt]: count },
    }
    const found = await IntegrationToken.findAll({ attributes: ['id'], where: untold, limit: mostAtOnce })
    const ids = found.map(({ id }) => id)
    await tellEach(dependencies, ids, async (id) => {
      const token = await IntegrationToken.findOne({ where: { id, ...untold }, lock: true, skipLocked: true })
      const user = token && (await IntegrationUser.findByPk(token.integrationUserId))
      if (!token || !user) return
      await token.update({ expiryNotices: count })
      await tell(dependencies, token, user)
    })
  }
}

function tell(dependencies: Dependencies, token: IntegrationToken, user: IntegrationUser): Promise<void> {
  const { id, maskedToken, expiresAt, lastUsedAt } = token
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const used = lastUsedAt
    ? `It was last used on ${lastUsedAt.toISOString().slice(0, 10)}.`
    : 'It was never used.'
  return spreadNews(
    dependencies,
    { kind: 'token-expiring' },
    {
      teamId: user.teamId,
      path: `/portal/users/integration?${new URLSearchParams({ id: user.id }).toString()}`,
      headline: `An integration token of ${user.name} expires soon`,
      link: 'Make the next one',
      details: `The token ${maskedToken} is valid until ${until}. From then on nothing that uses it gets in. ${used}`,
      data: {
        integrationUser: { id: user.id, name: user.name },
        token: { id, maskedToken, expiresEpoch: expiresAt.getTime() },
      },
    },
  )
}
