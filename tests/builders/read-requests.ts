import { randomUUID } from 'node:crypto'
import type { Environment } from '../../db/models/environment'
import { buildEnvironmentStatus } from './resource-status'

/** Lets requests to an environment be read, through a port that is exposed. */
export const buildReadRequests = (
  environment: Environment,
  applicationId: string = randomUUID(),
): Promise<Environment> =>
  environment.update({
    requestMetrics: 'CLOUDWATCH',
    status: buildEnvironmentStatus({ ...environment.status, loadBalancers: [{ applicationId, port: 80 }] }),
  })
