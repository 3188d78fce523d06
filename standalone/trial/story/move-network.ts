import { region } from '../../../core/aws/region'
import { until, type Step, type Trial } from '../run/step'
import { findEnvironment, requireAccount, requireEnvironment, resourcesOf, untilReady } from './look'
import { untilRight } from './prepare'

async function findNetwork({ product: { services, actor } }: Trial) {
  const { externalNetwork } = await services.awsAccounts.listExternalResources(actor)
  return externalNetwork.at(0)
}

/** The environment is connected with a VPC that has its range, and so moves to another one. */
export const move: Step = {
  name: 'move',
  makes: 'a VPC of the same range, to link it; for some minutes a second network, instance and load balancer',
  async run(trial) {
    const { account, product, findings, signal } = trial
    const { services, actor } = product
    const { id: existingAwsAccountId } = await requireAccount(trial)
    const { id: environmentId } = await requireEnvironment(trial)
    const [before] = await account.listEnvironmentNetworks()
    if (!before) throw new Error('The environment has no network.')
    const vpcId = await account.makeNetwork(before.range, signal)
    const created = await services.externalNetworks.createExternalNetwork(actor, {
      vpcId,
      region,
      existingAwsAccountId,
      submissionId: 'trial/network',
    })
    if (created.errorMessage) throw new Error(created.errorMessage)
    // From its first network on, the account needs one role more.
    const template = await services.awsAccounts.getCloudformationTemplate(actor, existingAwsAccountId)
    await account.installRoles(template, signal)
    await services.awsAccounts.verifyAwsAccount(actor, existingAwsAccountId)
    await untilRight(trial)
    const network = await until(trial, 'the network was found', async () => {
      const found = await findNetwork(trial)
      return found?.statusType === 'HEALTHY' && found
    })
    await services.externalNetworks.setLinkedNetworks(actor, { environmentId, newLinks: [network.id] })
    await findings.measure('move', () =>
      until(trial, 'the environment has moved and is connected', async () => {
        const { externalNetworks, move, instances } = await resourcesOf(trial)
        const isConnected = externalNetworks.some(({ connection }) => connection === 'CONNECTED')
        return isConnected && move === undefined && instances.length === 1
      }),
    )
    await untilReady(trial)
    const after = await account.listEnvironmentNetworks()
    findings.expect(
      after.every(({ id, range }) => id !== before.id && range !== before.range),
      'The environment moved to a network of another range.',
    )
  },
  async undo(trial) {
    const { services, actor } = trial.product
    const network = await findNetwork(trial)
    if (network) {
      const present = await findEnvironment(trial)
      if (present)
        await services.externalNetworks.setLinkedNetworks(actor, { environmentId: present.id, newLinks: [] })
      await until(trial, 'the network is unlinked', async () => {
        const { success } = await services.externalNetworks.deleteExternalNetwork(actor, network.id)
        return success
      })
      await until(trial, 'the network is left', async () => (await findNetwork(trial)) === undefined)
    }
    await trial.account.removeNetwork()
  },
}
