/** From the decision to run a process to its end. */
export const processPhases = ['Pending', 'Starting', 'Healthy', 'Serving', 'Draining', 'Stopping'] as const

interface Phased {
  phase: (typeof processPhases)[number]
}

/** Whether a process is healthy, wherever that is told or counted. The database counts by the same phases. */
export const isHealthy = ({ phase }: Phased): boolean => phase === 'Healthy' || phase === 'Serving'

export const isOnItsWayOut = ({ phase }: Phased): boolean => phase === 'Draining' || phase === 'Stopping'
