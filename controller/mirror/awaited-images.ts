import { DomainError } from '../../core/errors'
import type { AwaitedImage } from '../../core/resources/environment'
import { deploymentStates } from '../../core/resources/wire-states'
import { most } from '../../core/text/longest'
import { Deployment } from '../../db/models/deployment'
import { readBrought } from '../../db/read-request-content'

/** The images of an environment's deployments that wait for approval, unless their bytes were approved before. */
export async function readAwaitedImages(environmentId: string): Promise<AwaitedImage[]> {
  const awaiting = await Deployment.findAll({
    where: { environmentId, state: deploymentStates.AWAITING_APPROVAL },
    order: [['sequence', 'ASC']],
  })
  const images: AwaitedImage[] = []
  for (const deployment of awaiting) {
    for (const { applicationId, image, tag, digest, registryCredentials } of await broughtBy(deployment))
      if (digest === undefined)
        images.push({ deployment: deployment.id, applicationId, image, tag, registryCredentials })
  }
  return images.slice(0, most.awaitedImages)
}

/** Nothing by one whose versions are gone: it cannot be approved. */
async function broughtBy(deployment: Deployment) {
  try {
    return await readBrought(deployment)
  } catch (error) {
    if (error instanceof DomainError) return []
    throw error
  }
}
