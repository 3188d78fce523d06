import type { AccountList, AccountRoles } from '../api/wire'
import { findOne } from '../names/find-one'
import { tableOf } from '../output/table'
import { safeLine } from '../safe-text'
import type { Run } from './command'

const checkNames: Record<AccountRoles['checks'][number]['outcome'], string> = {
  good: 'ok',
  attention: 'needs attention',
  unknown: 'not checked',
}

/** The AWS accounts of the team, or what one of them is ready for. */
export async function printAccounts(run: Run, given: string | undefined): Promise<void> {
  const { awsAccount: accounts } = await run.client.get<AccountList>('/v1/view-controller/aws-account')
  if (given === undefined)
    return run.print({ accounts }, () =>
      accounts.length === 0
        ? 'There is no AWS account yet. Add one in the portal.'
        : tableOf(
            ['NAME', 'ACCOUNT ID', 'STATUS', 'ID'],
            accounts.map(({ name, accountNumber, statusType, id }) => [name, accountNumber, statusType, id]),
          ),
    )
  const { id } = findOne(accounts, given, 'AWS account')
  const account = await run.client.get<AccountRoles>(`/v1/view-controller/aws-account/${id}/roles`)
  const { name, status, statusMessage, checks, checkedEpoch } = account
  run.print({ id, name, status, statusMessage, checks, checkedEpoch }, () =>
    [
      `${safeLine(name)}: ${status}. ${safeLine(statusMessage)}`.trim(),
      checkedEpoch === undefined
        ? 'The account was not checked yet.'
        : `Checked ${new Date(checkedEpoch).toISOString()}`,
      ...checks.map(({ name: check, outcome, found, remedy }) =>
        [`${check}: ${checkNames[outcome]}. ${safeLine(found)}`, remedy && `  ${safeLine(remedy)}`]
          .filter(Boolean)
          .join('\n'),
      ),
    ].join('\n'),
  )
}
