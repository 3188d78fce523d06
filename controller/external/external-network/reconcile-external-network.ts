import { isOurs } from '../../../core/aws/ownership'
import { region } from '../../../core/aws/region'
import type { AwsAccount } from '../../../core/resources/aws-account'
import type { ExternalNetwork } from '../../../core/resources/external-network'
import { isExaminationAsked, type ConditionReason } from '../../../core/resources/metadata'
import { CloudError, type Cloud } from '../../cloud/cloud'
import { createReconciler, type ReconcilerDependencies } from '../../reconcile/create-reconciler'
import type { ReconcileResult } from '../../runtime/controller-loop'
import { epochOfSame, initialExternalStatus, type StatusChange } from '../write-external-status'
import { writeExternalNetworkStatus } from './external-network-status'
import { removeExternalNetwork } from './remove-external-network'

/** Dependencies of the ExternalNetwork reconciler. */
interface ExternalNetworkDependencies extends ReconcilerDependencies {
  cloud: Cloud
}

/** How often AWS is asked whether the VPC is there, and which ranges it has. */
export const vpcIntervalSeconds = 60
/** While people wait for the VPC or an account. */
const unsettledIntervalSeconds = 15

/** Brings the status of an ExternalNetwork in line with what the VPC is. */
export const createExternalNetworkReconciler = (dependencies: ExternalNetworkDependencies) =>
  createReconciler<'ExternalNetwork', never>(dependencies, {
    kind: 'ExternalNetwork',
    initialStatus: initialExternalStatus,
    readRelated: () => Promise.resolve([]),
    advance: (network) => advance(network, dependencies),
    remove: (network) => removeExternalNetwork(network, dependencies),
  })

async function advance(
  network: ExternalNetwork,
  dependencies: ExternalNetworkDependencies,
): Promise<ReconcileResult> {
  const verdict = await examine(network, dependencies)
  await writeExternalNetworkStatus(network, dependencies, verdict)
  return { requeueAfterSeconds: verdict.phase === 'HEALTHY' ? vpcIntervalSeconds : unsettledIntervalSeconds }
}

type Verdict = StatusChange<'ExternalNetwork'>

/** @throws CloudError if AWS gives no answer; the verdict then stays what it was */
async function examine(
  network: ExternalNetwork,
  { store, cloud, clock }: ExternalNetworkDependencies,
): Promise<Verdict> {
  const { metadata, spec, status } = network
  const awsAccount = await store.get('AwsAccount', spec.awsAccount)
  if (!awsAccount)
    return {
      ...formerPhase(network),
      reason: 'AccountNotReady',
      message: 'The AWS account of the network is not linked.',
    }
  if (spec.region !== region)
    return failed(`SDO runs in ${region} only and connects networks in that region.`)
  try {
    const { cidrs, tags } = await cloud.account(awsAccount.spec).externalNetworks.getVpc(spec.vpcId)
    if (isOurs(tags))
      return failed(`${spec.vpcId} is the network of an SDO environment. Add a VPC of your own.`)
    const message = `The VPC is there, with ${cidrs.join(', ')}.`
    const isSame = message === status?.message && !isExaminationAsked(metadata)
    const notedEpoch = isSame ? status.vpc?.readEpoch : undefined
    const readEpoch = epochOfSame(notedEpoch, vpcIntervalSeconds, clock.now())
    return { phase: 'HEALTHY', message, vpc: { cidrs, readEpoch } }
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'access-denied') return denied(network, awsAccount)
    if (error instanceof CloudError && error.kind === 'not-found')
      return failed(
        `There is no VPC ${spec.vpcId} in the region ${spec.region} of the account ${nameOf(awsAccount)}. Delete this network, and add the right one.`,
        'NotFound',
      )
    throw error
  }
}

const failed = (message: string, reason?: ConditionReason): Verdict => ({
  phase: 'INITIAL_SETUP_FAILURE',
  reason,
  message,
})

const nameOf = ({ spec }: AwsAccount): string => `${spec.displayName} (${spec.accountNumber})`

/** The former phase, which stays while the network cannot be seen. */
const formerPhase = ({ status }: ExternalNetwork): Pick<Verdict, 'phase'> => ({
  phase: status?.phase ?? 'INITIAL_SETUP',
})

const denied = (network: ExternalNetwork, awsAccount: AwsAccount): Verdict => ({
  ...formerPhase(network),
  reason: 'AccessDenied',
  message: `SDO cannot use its role for networks in the account ${nameOf(awsAccount)}. Apply the current template of the account, then press Update Status on its page.`,
})
