import { bindServices, type Dependencies } from '../dependencies'
import { acceptTerms } from './accept-terms'
import { ensureTerms } from './ensure-terms'
import { findAnnouncedTerms } from './find-announced-terms'
import { getTerms } from './get-terms'
import { listUnacceptedTerms } from './list-unaccepted-terms'
import { openTerms } from './open-terms'

export const termsServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    acceptTerms,
    ensureTerms,
    findAnnouncedTerms,
    getTerms,
    listUnacceptedTerms,
    openTerms,
  })
