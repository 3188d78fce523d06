import { bindServices, type Dependencies } from '../dependencies'
import { acceptTerms } from './accept-terms'
import { findAnnouncedTerms } from './find-announced-terms'
import { listUnacceptedTerms } from './list-unaccepted-terms'
import { openTerms } from './open-terms'

export const termsServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { acceptTerms, findAnnouncedTerms, listUnacceptedTerms, openTerms })
