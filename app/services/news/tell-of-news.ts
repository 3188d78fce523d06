import type { Dependencies } from '../dependencies'
import { tellOfAccounts } from './tell-of-accounts'
import { tellOfBudgets } from './tell-of-budgets'
import { tellOfDeployments } from './tell-of-deployments'
import { tellOfLogLines } from './tell-of-log-lines'
import { tellOfTokens } from './tell-of-tokens'

const tellers = { tellOfDeployments, tellOfLogLines, tellOfAccounts, tellOfTokens, tellOfBudgets }

/** Tells people and webhooks of everything that they were not told of yet. What cannot be told of one kind stops no other. */
export async function tellOfNews(dependencies: Dependencies): Promise<void> {
  for (const [teller, tell] of Object.entries(tellers))
    await tell(dependencies).catch((failure: unknown) =>
      dependencies.log.warn({ err: failure, teller }, 'What there is to tell could not be found'),
    )
}
