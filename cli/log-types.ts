import type { LogType } from '../core/resources/events'

/** The logs of an environment. */
export const logTypes: readonly LogType[] = ['deployment', 'network']
