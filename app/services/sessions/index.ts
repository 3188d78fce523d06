import { findActor } from '../actor/find-actor'
import { bindServices, type Dependencies } from '../dependencies'
import { endOtherSessions } from './end-other-sessions'
import { endSession } from './end-session'
import { getCaller } from './get-caller'
import { logOut } from './log-out'

export const sessionServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { endOtherSessions, endSession, findActor, getCaller, logOut })
