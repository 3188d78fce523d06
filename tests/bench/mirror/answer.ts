import type { ResourceStore } from '../../../controller/store/store'
import { buildLargeStatus } from '../../builders/large-status'
import { buildAwsAccountStatus, buildDeploymentStatus } from '../../builders/resource-status'

const processes = 10
/** As long as the log of an environment at rest, whose lines Postgres has. */
const environmentStatus = { ...buildLargeStatus(processes), events: [], lastEventSequence: 0 }

/** Reconcilers that find everything well at once, until `signal` aborts. */
export function answerEverything(store: ResourceStore, signal: AbortSignal): void {
  const quietly = (write: Promise<unknown>) => void write.catch(() => undefined)
  const removed = () => undefined
  store.watch(
    'AwsAccount',
    {
      changed: (account) => {
        const observedGeneration = account.metadata.generation
        if (account.status?.observedGeneration !== observedGeneration)
          quietly(store.replaceStatus('AwsAccount', account, buildAwsAccountStatus({ observedGeneration })))
      },
      removed,
    },
    signal,
  )
  store.watch(
    'Environment',
    {
      changed: (environment) => {
        const observedGeneration = environment.metadata.generation
        if (environment.status?.observedGeneration !== observedGeneration)
          quietly(
            store.replaceStatus('Environment', environment, { ...environmentStatus, observedGeneration }),
          )
      },
      removed,
    },
    signal,
  )
  store.watch(
    'Deployment',
    {
      changed: (deployment) => {
        if (!deployment.status)
          quietly(store.replaceStatus('Deployment', deployment, buildDeploymentStatus()))
      },
      removed,
    },
    signal,
  )
}
