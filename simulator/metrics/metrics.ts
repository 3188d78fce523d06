import type { Metrics, RequestFigures } from '../../controller/cloud/cloud'
import { requestCountSeconds, requestMetricsSeconds } from '../../core/environment/request-metrics'
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
  listRequests: (input) => figuresOf(api, input, requestMetricsSeconds),
  countRequests: async (input) =>
    (await figuresOf(api, input, requestCountSeconds)).map(({ targetGroupId, epoch, requests }) => ({
      ...{ targetGroupId, epoch, requests },
    })),
})

const figuresOf = async (
  api: AccountApi,
  { targetGroups, fromEpoch, untilEpoch }: Parameters<Metrics['listRequests']>[0],
  seconds: number,
): Promise<RequestFigures[]> =>
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
          seconds,
        ),
      )
