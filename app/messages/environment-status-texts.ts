import type { StatusType } from '../../core/resources/wire-states'

/** Texts of a status while the controller has said nothing more precise. */
export const statusTexts: Record<StatusType, string> = {
  INITIAL: 'Creating environment...',
  READY: 'Healthy',
  WORKING: 'Updating...',
  FAILURE: 'Unhealthy, check the logs',
}
