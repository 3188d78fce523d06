import { declareLines } from './declare-lines'

interface OfDeployment {
  number: number
}

/** What becomes of deployments. */
export const deploymentLines = declareLines('deployments', {
  started: {
    type: 'deployment',
    costCause: 'deployment',
    reason: 'DeploymentStarted',
    text: ({ number, changes }: OfDeployment & { changes: string }) =>
      `Deployment ${number} started: ${changes}.`,
  },
  why: {
    type: 'deployment',
    severity: 'ERROR',
    docs: '/docs/deployments#automatic-rollback',
    text: ({ number, reason }: OfDeployment & { reason: string }) => `Why deployment ${number}: ${reason}`,
  },
  live: {
    type: 'deployment',
    costCause: 'deployment',
    reason: 'DeploymentLive',
    endsWork: true,
    text: ({ number }: OfDeployment) => `Deployment complete. Deployment ${number} is live.`,
  },
  stopped: {
    type: 'deployment',
    costCause: 'deployment',
    reason: 'DeploymentStopped',
    text: ({ number, message }: OfDeployment & { message: string }) =>
      `Deployment ${number} was stopped. ${message}`,
  },
  failed: {
    type: 'deployment',
    costCause: 'deployment',
    severity: 'ERROR',
    reason: 'DeploymentFailed',
    docs: '/docs/deployments#when-a-deployment-fails',
    text: ({ number, message }: OfDeployment & { message: string }) =>
      `Deployment ${number} failed. ${message}`,
  },
  printed: {
    type: 'deployment',
    severity: 'ERROR',
    text: ({ number, output }: OfDeployment & { output: string[] }) =>
      `Deployment ${number}: last output of the process:\n${output.join('\n')}`,
  },
})
