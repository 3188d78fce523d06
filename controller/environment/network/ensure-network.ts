import type { NetworkStatus } from '../../../core/resources/environment'
import { waiting, type Outcome } from '../../reconcile/outcome'
import { Absence } from '../absence'
import type { Draft } from '../draft'
import type { Pass } from '../pass'
import { ensureParts } from './ensure-parts'
import { confirmListed, forgetLostParts } from './forget-lost-parts'
import { listParts } from './list-parts'
import { isComplete, networkIds } from './parts'
import { settleRange } from './settle-range'

/** Memory of one network. */
export interface NetworkMemory {
  absence: Absence
  surveyedEpoch: number
  /** Before this time, a thing that is not listed may exist all the same: a creation may have been lost on its way back. */
  trustAbsenceFromEpoch: number | undefined
  /** Whether parts were missing since it was whole last. */
  isMaking: boolean
}

export const emptyMemory = (): NetworkMemory => ({
  absence: new Absence(),
  surveyedEpoch: 0,
  trustAbsenceFromEpoch: undefined,
  isMaking: false,
})

/** The network that the environment has, or the one to which it moves. */
type WhichNetwork = 'network' | 'next'

interface Known {
  which: WhichNetwork
  /** Whether all of it was there once. */
  isReady: boolean
  /** Whether somebody may have begun to make it. */
  isBegun: boolean
}

type Found =
  | { is: 'as it was' }
  /** A part that is recorded was not listed: perhaps it is gone. */
  | { is: 'missed'; outcome: Outcome }
  | { is: 'awaited'; outcome: Outcome }
  /** `isNew`: it was not before. */
  | { is: 'whole'; isNew: boolean }

/**
 * Makes every part of a network. A part without a recorded id is looked up by its tags first; a recorded one is believed, and looked for
 * now and then.
 */
export async function ensureNetwork(
  pass: Pass,
  draft: Draft,
  memory: NetworkMemory,
  known: Known,
): Promise<Found> {
  const { limits } = pass
  const network = draft.status[known.which]
  if (!network) return { is: 'as it was' }
  const isMissed = () => memory.absence.isAnyMissed(networkIds(network))
  const isLookDue =
    isSurveyDue(pass, memory) || isMissed() || memory.absence.isAnyUnconfirmed(networkIds(network))
  if (known.isReady && !isLookDue) return { is: 'as it was' }
  let listed = isLookDue && isAnythingRecorded(network) ? await listParts(pass) : undefined
  const isAnyLost = listed && (await forgetLostParts(pass, draft, network, memory.absence, listed))
  if (isAnyLost) {
    memory.trustAbsenceFromEpoch = pass.stamp
    listed = undefined
  }
  if (isMissed())
    return {
      is: 'missed',
      outcome: waiting('Working', 'Looking for a part of the network.', limits.pollSeconds),
    }
  // That of an older network was never recorded, and is there.
  const hasRouteTable = network.routeTableId !== undefined || (known.isReady && !isAnyLost)
  const wasComplete = isComplete(network) && hasRouteTable
  memory.isMaking ||= !wasComplete
  const wait = wasComplete ? undefined : await beginCreation(pass, draft, memory, known)
  if (wait) return { is: 'awaited', outcome: wait }
  const recorded = networkIds(network)
  try {
    await ensureParts(pass, draft, network, { isReady: known.isReady, listed })
  } catch (error) {
    memory.trustAbsenceFromEpoch = pass.stamp + limits.visibilitySeconds * 1000
    throw error
  } finally {
    memory.absence.recordMade(
      networkIds(network).filter((id) => !recorded.includes(id)),
      pass,
    )
  }
  if (memory.absence.isAnyUnconfirmed(networkIds(network))) await confirmListed(pass, memory.absence)
  memory.surveyedEpoch = pass.stamp
  const isNew = memory.isMaking
  memory.isMaking = false
  return { is: 'whole', isNew }
}

/** Seldom, unless somebody asked or a part may be missing. */
const isSurveyDue = (pass: Pass, { surveyedEpoch }: NetworkMemory) =>
  pass.isExaminationDue ||
  pass.hints.isNetworkInDoubt ||
  pass.isTurn(pass.limits.networkSurveySeconds * pass.patience, surveyedEpoch)

const isAnythingRecorded = ({ vpcId, internetGatewayId }: NetworkStatus) =>
  vpcId !== undefined || internetGatewayId !== undefined

/**
 * Networks have no client tokens, and new ones may not be listed at once. So one pass writes down that making it begins, and the next
 * makes it; whoever finds it begun by somebody else, or lost a response, first waits until everything made must be visible.
 */
async function beginCreation(
  pass: Pass,
  draft: Draft,
  memory: NetworkMemory,
  { which, isBegun }: Known,
): Promise<Outcome | undefined> {
  const { now, limits } = pass
  if (!isBegun) memory.trustAbsenceFromEpoch = now
  const unsettled = draft.status[which]?.vpcId ? undefined : await settleRange(pass, draft, which)
  if (unsettled) return unsettled
  if (!isBegun) return waiting('Working', 'Creating environment...', limits.actSeconds)
  memory.trustAbsenceFromEpoch ??= now + limits.visibilitySeconds * 1000
  const seconds = (memory.trustAbsenceFromEpoch - now) / 1000
  return seconds > 0 ? waiting('Working', 'Looking for what was created before.', seconds) : undefined
}
