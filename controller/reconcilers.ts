import {
  createEnvironmentReconciler,
  type EnvironmentReconcilerOptions,
} from './environment/reconcile-environment'
import type { Delegations } from './delegation/delegations'
import type { AwsAccountDependencies } from './external/aws-account/aws-account-status'
import { createAwsAccountReconciler } from './external/aws-account/reconcile-aws-account'
import {
  createExternalNetworkReconciler,
  vpcIntervalSeconds,
} from './external/external-network/reconcile-external-network'
import {
  createHostedZoneReconciler,
  delegationIntervalSeconds,
} from './external/hosted-zone/reconcile-hosted-zone'
import type { ControllerOptions, Reconcile } from './runtime/controller-loop'
import type { ReconciledKind } from './watch-resources'

/** How the reconcilers of each kind are run. */
export const reconcilerLoops: Record<
  ReconciledKind,
  Pick<ControllerOptions, 'name' | 'resyncSeconds' | 'concurrency'>
> = {
  // Should an event be lost, people wait for no account longer than that.
  AwsAccount: { name: 'aws-account', resyncSeconds: 60 },
  // Mostly waiting for DNS.
  HostedZone: { name: 'hosted-zone', resyncSeconds: delegationIntervalSeconds, concurrency: 4 },
  // Mostly waiting for AWS.
  ExternalNetwork: { name: 'external-network', resyncSeconds: vpcIntervalSeconds, concurrency: 4 },
  // Passes wait for AWS and for agents most of the time.
  Environment: { name: 'environment', concurrency: 16 },
}

type ReconcilersDependencies = EnvironmentReconcilerOptions &
  AwsAccountDependencies & { delegations: Delegations }

/** The reconciler of each kind, which remembers nothing yet. */
export const createReconcilers = (
  dependencies: ReconcilersDependencies,
): Record<ReconciledKind, Reconcile> => ({
  AwsAccount: createAwsAccountReconciler(dependencies),
  HostedZone: createHostedZoneReconciler(dependencies),
  ExternalNetwork: createExternalNetworkReconciler(dependencies),
  Environment: createEnvironmentReconciler(dependencies),
})
