import { until, type Step, type Trial } from '../run/step'
import { findEnvironment, requireAccount, requireEnvironment, resourcesOf, untilReady } from './look'

async function findZone({ product: { services, actor }, choices }: Trial) {
  const { hostedZone } = await services.awsAccounts.listExternalResources(actor)
  return hostedZone.find(({ awsId }) => awsId === choices.zoneId)
}

/** HTTPS under a name of the person's zone. */
export const https: Step = {
  name: 'https',
  makes: 'records for one name in the hosted zone, and a certificate for it',
  isLeftOut: ({ zoneId }) => zoneId === undefined,
  async run(trial) {
    const { product, choices, findings, account } = trial
    const { services, actor } = product
    const { id: existingAwsAccountId } = await requireAccount(trial)
    const created = await services.hostedZones.createHostedZone(actor, {
      hostedZoneId: choices.zoneId ?? '',
      existingAwsAccountId,
      submissionId: 'trial/zone',
    })
    if (created.errorMessage) throw new Error(created.errorMessage)
    const zone = await findings.measure('checkZone', () =>
      until(trial, 'the hosted zone was found and leads to its records', async () => {
        const found = await findZone(trial)
        return found?.statusType === 'HEALTHY' && found
      }),
    )
    const { id: environmentId } = await requireEnvironment(trial)
    await services.hostedZones.linkHostedZone(actor, { environmentId, hostedZoneId: zone.id })
    const url = await findings.measure('openHttps', () =>
      until(trial, 'the name has a certificate', async () => {
        const { loadBalancers } = await resourcesOf(trial)
        return loadBalancers.flatMap(({ namedUrls }) => namedUrls).find((one) => one.startsWith('https:'))
      }),
    )
    await findings.measure('answerByHttps', () =>
      until(trial, `${url} answers`, () => account.isAnswering(url)),
    )
    findings.expect(true, 'The application answers by HTTPS with a certificate that SDO requested.')
    await untilReady(trial)
  },
  async undo(trial) {
    const { services, actor } = trial.product
    const zone = await findZone(trial)
    if (!zone) return
    const present = await findEnvironment(trial)
    if (present) await services.hostedZones.unlinkHostedZone(actor, present.id)
    await until(trial, 'the hosted zone is unlinked', async () => {
      const { success } = await services.hostedZones.deleteHostedZone(actor, zone.id)
      return success
    })
    await until(trial, 'the hosted zone is left', async () => (await findZone(trial)) === undefined)
  },
}
