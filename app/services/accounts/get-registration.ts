import type { Dependencies } from '../dependencies'
import { findCurrentTerms } from '../terms/get-terms'

/** The content of the registration page: whether it is open, and the terms to accept. */
export async function getRegistration({ registrationOpen, clock }: Dependencies) {
  const terms = await findCurrentTerms({ clock })
  return { isOpen: registrationOpen && terms !== null, currentTermsId: terms?.id ?? '' }
}
