import { outcomeOfRefusal } from '../../reconcile/cloud-refusal'
import type { Outcome } from '../../reconcile/outcome'
import type { CertificatesWork } from './memory'

/** Runs a step for one certificate; a refusal is its outcome and stops no other certificate. @throws what is no CloudError */
export async function attempt({ pass }: CertificatesWork, step: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await step()
  } catch (error) {
    return outcomeOfRefusal(error, pass.limits)
  }
}
