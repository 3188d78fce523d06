import { Op, type WhereOptions } from 'sequelize'
import type { AwsAccountState } from '../../../core/resources/wire-states'
import { AwsAccount } from '../../../db/models/aws-account'
import type { Dependencies } from '../dependencies'
import { spreadNews } from './spread-news'
import { mostAtOnce, tellEach } from './tell-each'

/** An account that comes and goes is told of no more often. */
const quietMilliseconds = 60 * 60_000

const wrongStates: AwsAccountState[] = ['INITIAL_SETUP', 'CONFIGURATION_CHANGE', 'FAILURE']

/** Tells of AWS accounts that were right and are not any more. What is being examined, set up or deleted says nothing. */
export async function tellOfAccounts(dependencies: Dependencies): Promise<void> {
  const now = dependencies.clock.now()
  const recovered: WhereOptions = { state: 'SUCCESS', wasRight: { [Op.not]: true } }
  await AwsAccount.update({ wasRight: true }, { where: recovered })
  const untold: WhereOptions = {
    state: wrongStates,
    wasRight: true,
    deletingAt: null,
    troubleToldAt: { [Op.or]: [null, { [Op.lt]: new Date(now - quietMilliseconds) }] },
  }
  const found = await AwsAccount.findAll({ attributes: ['id'], where: untold, limit: mostAtOnce })
  const ids = found.map(({ id }) => id)
  await tellEach(dependencies, ids, async (id) => {
    const account = await AwsAccount.findOne({ where: { id, ...untold }, lock: true, skipLocked: true })
    if (!account) return
    await account.update({ wasRight: false, troubleToldAt: new Date(now) })
    const { teamId, name, accountNumber, status } = account
    await spreadNews(
      dependencies,
      { kind: 'account-unhealthy' },
      {
        teamId,
        path: `/portal/external-resources/roles?${new URLSearchParams({ awsAccountId: id }).toString()}`,
        headline: `Action needed: AWS account ${name}`,
        link: 'What is wrong, and what to do',
        details: [
          status?.message,
          'SDO may be unable to look after what runs there until its roles are as they have to be.',
        ]
          .filter(Boolean)
          .join(' '),
        facts: { 'Account number': accountNumber },
        data: { awsAccount: { id, name, accountNumber } },
      },
    )
  })
}
