import type { AgentAddress } from '../agents/agents'
import type { NetworkStatus } from '../../core/resources/environment'
import type { Exclusion } from './fleet/exclusions'

/**
 * What is remembered of one environment from pass to pass. All of it are hints that save calls or measure impatience: losing them
 * (another controller takes over) costs time, never correctness. Instances are named by client token.
 */
export interface Memory {
  exclusions: Exclusion[]
  /** Why the last launch was refused. */
  lastRefusal: string | undefined
  agentAddresses: Map<string, AgentAddress>
  /** First of the unanswered calls in a row. */
  unreachableSince: Map<string, number>
  /** Ids of the processes an agent last said it keeps running, sorted. */
  reportedProcesses: Map<string, string[]>
  activeLoadBalancers: Set<string>
  /** Id of what is recorded and was not listed to when that was first so. */
  missingSince: Map<string, number>
  networkSurveyedEpoch: number
  /** AWS said of something that it is not there. */
  isNetworkInDoubt: boolean
  /** Process id to when it was first offered to its load balancers. */
  registeredSince: Map<string, number>
  /** Passes in a row that waited for something and had nothing to decide. */
  looksInVain: number
  surveyedEpoch: number
  consolidatedEpoch: number
  interruptionsReceivedEpoch: number
  /** When the subscription was last made sure of. */
  subscribedEpoch: number
  /** Before this time, a thing that is not listed may exist all the same: a creation may have been lost on its way back. */
  trustAbsenceFromEpoch: number | undefined
  /** What was made in a pass whose status could not be written because the resource had changed. */
  unrecordedNetwork: NetworkStatus | undefined
}

export const emptyMemory = (): Memory => ({
  exclusions: [],
  lastRefusal: undefined,
  agentAddresses: new Map(),
  unreachableSince: new Map(),
  reportedProcesses: new Map(),
  activeLoadBalancers: new Set(),
  missingSince: new Map(),
  networkSurveyedEpoch: 0,
  isNetworkInDoubt: false,
  registeredSince: new Map(),
  looksInVain: 0,
  surveyedEpoch: 0,
  consolidatedEpoch: 0,
  interruptionsReceivedEpoch: 0,
  subscribedEpoch: 0,
  trustAbsenceFromEpoch: undefined,
  unrecordedNetwork: undefined,
})
