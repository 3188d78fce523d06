import type { Metrics } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { requestFiguresOf } from './request-figures'

/** What CloudWatch measured of load balancers. Nothing is measured by itself: whoever has no traffic consumes nothing. */
export const metricsOf = (api: AccountApi): Metrics => ({
  sumCapacityUnits: async ({ loadBalancerIds, fromEpoch, untilEpoch }) =>
    loadBalancerIds.length === 0
      ? 0
      : api.call('cloudwatch:GetMetricData', {}, ({ capacityUnits = [] }) =>
          capacityUnits
            .filter(
              ({ id, epoch }) => loadBalancerIds.includes(id) && epoch >= fromEpoch && epoch < untilEpoch,
            )
            .reduce((sum, { units }) => sum + units, 0),
        ),
  listRequests: async ({ targetGroups, fromEpoch, untilEpoch }) =>
    targetGroups.length === 0
      ? []
      : api.call('cloudwatch:GetMetricData', {}, ({ servedRequests = [] }) =>
          requestFiguresOf(
            servedRequests.filter(
              ({ targetGroupId, epoch }) =>
                targetGroups.some((target) => target.targetGroupId === targetGroupId) &&
                epoch >= fromEpoch &&
                epoch < untilEpoch,
            ),
          ),
        ),
})
