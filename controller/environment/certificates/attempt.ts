import { outcomeOfRefusal } from '../../reconcile/cloud-refusal'
import type { Outcome } from '../../reconcile/outcome'
import type { CertificatesWork } from './memory'

/** What is refused here stops nothing else, of the other certificates neither. @throws what is no CloudError */
export async function attempt({ pass }: CertificatesWork, step: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await step()
  } catch (error) {
    return outcomeOfRefusal(error, pass.limits)
  }
}
