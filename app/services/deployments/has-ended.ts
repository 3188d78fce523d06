import { deploymentStates, type DeploymentState } from '../../../core/resources/wire-states'

const { LIVE, FAILED, RETIRED } = deploymentStates

/** Whether nothing more comes of a deployment that is asked about: it is or was live, or failed. */
export const hasEnded = (state: DeploymentState | undefined): boolean =>
  state === LIVE || state === FAILED || state === RETIRED
