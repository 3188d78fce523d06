import { until, type Step, type Trial } from '../run/step'
import { accountName, findAccount, requireAccount } from './look'

/** The product's agents, where instances can fetch them. */
export const agents: Step = {
  name: 'agents',
  makes: 'a bucket of S3 with two bundles of the agent, which nobody reads without a signed address',
  async run({ account, product, findings, signal }) {
    const { present } = await findings.measure('publishAgents', () => account.publishAgents(signal))
    await product.useAgents(present)
  },
  undo: ({ account }) => account.removeAgents(),
}

/** The roles of the template, by CloudFormation, until the product has examined them. */
export const roles: Step = {
  name: 'roles',
  makes: 'the CloudFormation stack of the role template, with the roles under /sdo/',
  async run(trial) {
    const { product, account, findings, signal } = trial
    const { services, actor } = product
    const { id } = await services.awsAccounts.createAwsAccount(actor, {
      name: accountName,
      awsAccountNumber: account.accountNumber,
      submissionId: 'trial/account',
    })
    const template = await services.awsAccounts.getCloudformationTemplate(actor, id)
    await findings.measure('installRoles', () => account.installRoles(template, signal))
    await services.awsAccounts.verifyAwsAccount(actor, id)
    await findings.measure('examineRoles', () => untilRight(trial))
  },
  async undo(trial) {
    const { product, account } = trial
    const { services, actor } = product
    const linked = await findAccount(trial)
    // The product can only clean up through the roles, so they go after it.
    if (linked && product.isRunning()) {
      const { success } = await services.awsAccounts.deleteAwsAccount(actor, { id: linked.id })
      if (!success) throw new Error('The account still has what depends on it.')
      await until(trial, 'the account is unlinked', async () => (await findAccount(trial)) === undefined)
    }
    await account.removeRoles()
  },
}

/** Waits until the roles are as required. @throws Error with what the account says of itself */
export async function untilRight(trial: Trial): Promise<void> {
  let message = ''
  const isRight = async () => {
    const { statusType, statusMessage } = await requireAccount(trial)
    message = statusMessage
    return statusType === 'SUCCESS'
  }
  await until(trial, 'the roles are as required', isRight).catch((error: unknown) => {
    throw new Error(
      `${error instanceof Error ? error.message : String(error)} The account says: ${message}`,
      {
        cause: error,
      },
    )
  })
}

/** What AWS says of the account before anything is made in it. */
export const probe: Step = {
  name: 'probe',
  async run(trial) {
    const { services, actor } = trial.product
    const { id } = await requireAccount(trial)
    const checks = await trial.findings.measure('probe', () =>
      until(trial, 'AWS was asked what the account is ready for', async () => {
        const { checks } = await services.awsAccounts.getAwsAccountRoles(actor, id)
        return checks.length > 0 && checks
      }),
    )
    for (const { name, outcome, found, remedy } of checks)
      trial.findings.expect(
        outcome === 'good',
        `${name}: ${found}`,
        `${name}: ${[found, remedy].join(' ')}`.trim(),
      )
  },
}
