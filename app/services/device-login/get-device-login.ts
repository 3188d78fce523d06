import type { HumanActor } from '../actor/actor'
import { currentSource, sourceOf } from '../actor/source'
import type { Dependencies } from '../dependencies'
import { isFreshLogin } from '../sessions/fresh-login'
import { findWaitingLogin, toRequest } from './waiting-login'

/** The command line that asks to be let in as the actor, and whether the password has to be typed for it; no request when it is over. */
export async function getDeviceLogin(dependencies: Dependencies, actor: HumanActor, id: string) {
  const [waiting, isFresh] = await Promise.all([
    findWaitingLogin(dependencies, actor, id),
    isFreshLogin(dependencies, actor),
  ])
  const request = waiting && {
    ...toRequest(waiting),
    /** Whether the command line is at another address. That is not wrong by itself; but whoever tricks somebody is elsewhere. */
    isFromElsewhere: sourceOf(waiting.address) !== currentSource(),
  }
  return { request: request ?? null, needsPassword: !isFresh, nowEpoch: dependencies.clock.now() }
}
