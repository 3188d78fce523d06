import { requestRates } from './request-rates'
import type { Profile } from './profile'

const second = 1000
const minute = 60 * second

/**
 * An account as AWS's are. Behind each figure is where it is from: "guide" is AWS's documentation of the service, "measured" somebody's
 * published measurement, "assumed" a figure that nobody publishes.
 */
export const real: Profile = {
  name: 'real',
  says: 'have the times, zones, prices, quotas and request rates of AWS: a first deployment takes minutes',
  timings: {
    // Measured from RunInstances to the first login: 26 s in the mean, up to 80 s. Docker, the bundle and its agent come after.
    bootMs: [35 * second, 95 * second],
    // Assumed. The guide on terminating says that an instance shuts down, and not for how long.
    shutdownMs: 40 * second,
    // The guide on terminating: it "remains visible for a short while", about an hour.
    terminatedVisibleMs: 60 * minute,
    // The guide on Application Load Balancers: some minutes until it is active.
    loadBalancerProvisioningMs: 3 * minute,
    // Assumed. The guide on listener rules gives no time.
    ruleLagMs: 5 * second,
    // The guide of Route 53: changes are at all servers within 60 seconds.
    recordSyncMs: minute,
    // The guide of Certificate Manager promises hours; measured, it is minutes.
    certificateIssuanceMs: 5 * minute,
    // The guide of Certificate Manager: after its listener is gone, a certificate is in use for some time. Assumed: a minute.
    certificateReleaseMs: minute,
    // Measured: interfaces of a deleted load balancer stay for minutes.
    interfaceReleaseMs: 4 * minute,
    // The guide on eventual consistency of EC2: seconds as a rule, and to go on asking for about five minutes.
    visibilityLagMs: 4 * second,
    longAbsence: { chance: 0.05, ms: 4 * minute },
    isUnusableUntilVisible: true,
    // The same guide: a description can be of before a change.
    staleStateMs: 10 * second,
    // Assumed. Users of Terraform are refused for seconds by conditions on tags that they gave just now; for how long, nobody says.
    tagLagMs: 20 * second,
    // The guide on troubleshooting IAM: a change takes time to reach every place. Measured: about ten seconds.
    roleLagMs: 15 * second,
    // What SDO asks load balancers for.
    healthCheckIntervalMs: 5 * second,
    // Assumed. The guide on target health says that a target is registered first, and not for how long.
    targetLagMs: 5 * second,
    // Assumed. The guide of CloudWatch Logs says that lines can be read within seconds as a rule.
    logLagMs: 10 * second,
    // The guide on Spot interruptions.
    interruptionNoticeMs: 2 * minute,
    // What SDO asks the queue for.
    messageVisibilityMs: 10 * second,
  },
  // Region us-east-1 as of 2026. Names are shuffled in each account; in use1-az3 hardly any type of Graviton is sold.
  zones: [
    { name: 'us-east-1a', id: 'use1-az4' },
    { name: 'us-east-1b', id: 'use1-az3', lacksTypes: true },
    { name: 'us-east-1c', id: 'use1-az6' },
    { name: 'us-east-1d', id: 'use1-az1' },
    { name: 'us-east-1e', id: 'use1-az2' },
    { name: 'us-east-1f', id: 'use1-az5' },
  ],
  // The guide on Spot prices: they change gradually, by supply and demand over time. Assumed: each hour, and within a day by a tenth of the usual price at most.
  spotPrices: { everyMs: 60 * minute, driftMs: 24 * 60 * minute, most: 0.05 },
  // Defaults of Service Quotas, but for vCPUs: 5 for both markets until AWS has raised them, which it does by itself in use.
  quotas: { vpcs: 5, 'load-balancers': 50, 'on-demand-vcpus': 32, 'spot-vcpus': 32 },
  // Defaults of Service Quotas (VPC).
  limits: { rulesOfSecurityGroup: 60 },
  rates: requestRates,
}
