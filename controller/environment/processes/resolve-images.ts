import type { AwaitedImage, ResolvedImage } from '../../../core/resources/environment'
import { AgentUnreachableError } from '../../agents/agents'
import type { Work } from '../concern'
import type { FleetFacts } from '../facts'
import { digestOf } from './image-digests'

const isSame = (one: AwaitedImage | ResolvedImage, other: AwaitedImage | ResolvedImage): boolean =>
  one.deployment === other.deployment &&
  one.applicationId === other.applicationId &&
  one.image === other.image &&
  one.tag === other.tag

/**
 * Finds out what the tags of images mean whose deployments wait for approval, so that whoever approves sees the bytes that would run. What was
 * found stands for as long as they wait, wherever a tag moves. Only instances may ask the registries of a customer, with the rights that
 * they pull by; an image of which none of them knew is asked for again after a while.
 */
export async function resolveImages(work: Work, fleet: FleetFacts): Promise<void> {
  const { pass, draft } = work
  const awaited = pass.environment.spec.awaitedImages ?? []
  if (awaited.length === 0) {
    delete draft.status.resolvedImages
    return
  }
  const known = draft.status.resolvedImages ?? []
  const open: AwaitedImage[] = []
  const kept: ResolvedImage[] = []
  for (const image of awaited) {
    const before = known.find((one) => isSame(one, image))
    const isRecent = before && pass.secondsSince(before.askedEpoch) < pass.limits.resolveRetrySeconds
    if (before && (before.digest !== undefined || isRecent)) kept.push(before)
    else open.push(image)
  }
  draft.status.resolvedImages = [...kept, ...(open.length > 0 ? await ask(work, fleet, open) : [])]
}

async function ask(
  { pass, draft }: Work,
  { agentAddresses }: FleetFacts,
  images: AwaitedImage[],
): Promise<ResolvedImage[]> {
  const { agents, log } = pass.dependencies
  const answerWith = (answers: Pick<ResolvedImage, 'digest' | 'message'>[]): ResolvedImage[] =>
    images.map(({ registryCredentials: _login, ...image }, index) => {
      // What runs here already is what would run again.
      const digest = digestOf(draft.status, image) ?? answers[index]?.digest
      const message = digest === undefined ? `${answers[index]?.message ?? noDigest}.` : undefined
      return { ...image, askedEpoch: pass.now, ...(digest && { digest }), ...(message && { message }) }
    })
  const ready = draft.status.instances.filter(({ phase }) => phase !== 'Terminating')
  const [address] = ready.flatMap(({ clientToken }) => agentAddresses.get(clientToken) ?? [])
  if (!address) return answerWith(images.map(() => ({ message: nobodyToAsk })))
  try {
    const questions = images.map(({ image, tag, registryCredentials }) => ({
      image,
      tag,
      registryCredentials,
    }))
    return answerWith((await agents.resolveImages(address, { images: questions })).images)
  } catch (error) {
    if (!(error instanceof AgentUnreachableError)) throw error
    log.debug({ err: error, instance: address.instance }, 'agent does not say what tags mean')
    return answerWith(images.map(() => ({ message: noAnswer })))
  }
}

const noDigest = 'it has none, as it is in no registry'
const nobodyToAsk = 'no instance runs here that could ask its registry'
const noAnswer = 'the instance that asks its registry does not answer'
