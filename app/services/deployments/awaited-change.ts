import { isDeepStrictEqual } from 'node:util'
import { rebaseSettings } from '../../../core/deployment/rebase-settings'
import type { Snapshot } from '../../../core/deployment/difference'
import { withDigests, type ImageDigests } from '../../../core/deployment/image-digests'
import { DomainError } from '../../../core/errors'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { ResolvedImage } from '../../../core/resources/environment'
import { fingerprintOf } from '../../../core/resources/fingerprint'
import type { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { readEnvironmentContents } from '../environment-contents/environment-contents'
import { promotedChanges } from './promoted-changes'
import { settingsOf } from './revert-source'
import { readSnapshotAhead, snapshotAfter } from './snapshot-ahead'
import { deploymentMessages } from '../../messages/deployment-messages'

interface UnresolvedImage {
  applicationName: string
  image: string
  tag: string
  /** Why, for people; absent while it is being looked up. */
  message?: string
}

/** The change that a deployment which waits for approval would make now. */
interface AwaitedChange {
  /** The request, put in terms of what the environment runs by now. */
  request: Pick<Deployment, 'changes' | 'settings'>
  before: Snapshot
  after: Snapshot
  /** The bytes of the images that it brings, as far as they are known. */
  digests: ImageDigests
  /** Images that it brings of which nobody knows what their tags mean, each with the reason. */
  unresolvedImages: UnresolvedImage[]
  /** Changes with anything of that: who approves sends it back. */
  state: string
}

/** Others may have been deployed since it was asked for: it comes on top of them all. */
export async function readAwaitedChange(
  environment: Environment,
  deployment: Deployment,
): Promise<AwaitedChange> {
  const before = await readSnapshotAhead(environment)
  const request = await restate(environment, deployment, before)
  const unpinned = await snapshotAfter({ ...deployment.get(), ...request }, before)
  const running = new Set(before.applications.map((one) => fingerprintOf(one)))
  const images = unpinned.applications
    // A restart takes the bytes that run.
    .filter((one) => deployment.kind !== 'restart' && !running.has(fingerprintOf(one)))
    .map((application) => ({ application, found: findImage(environment, deployment, application) }))
  const digests = Object.fromEntries(
    images.flatMap(({ application, found }) =>
      found?.digest ? [[application.applicationId, found.digest]] : [],
    ),
  )
  const after = { ...unpinned, applications: withDigests(unpinned.applications, digests) }
  return {
    request,
    before,
    after,
    digests,
    unresolvedImages: images.flatMap(({ application: { name, image, tag }, found }) =>
      found?.digest ? [] : [{ applicationName: name, image, tag, message: found?.message }],
    ),
    state: fingerprintOf({ before, after }),
  }
}

/** The bytes of an image: those approved before, or what an instance was told while the deployment waits; undefined as long as none was asked. */
const findImage = (
  { status }: Environment,
  { id }: Deployment,
  { applicationId, image, tag, digest }: ApplicationSpec,
): Pick<ResolvedImage, 'digest' | 'message'> | undefined =>
  digest === undefined
    ? status?.resolvedImages?.find(
        (one) =>
          one.deployment === id &&
          one.applicationId === applicationId &&
          one.image === image &&
          one.tag === tag,
      )
    : { digest }

/** A change of settings alone leaves what others set meanwhile. A promotion and a revert also remove what came since; a revert brings the settings that are others by now. */
async function restate(
  { id }: Environment,
  { changes, settings, settingsBefore, restoresVersionId, promotedFrom }: Deployment,
  before: Snapshot,
): Promise<AwaitedChange['request']> {
  if (settings && settingsBefore)
    return {
      changes,
      settings: rebaseSettings({ from: settingsBefore, wanted: settings, onto: before.settings }),
    }
  if (restoresVersionId !== null) {
    const version = await EnvironmentVersion.findByPk(restoresVersionId)
    if (!version) throw new DomainError('conflict', deploymentMessages.revertSourceGone)
    const restored = settingsOf(version, before.settings)
    return {
      changes: promotedChanges(version.applications, await readEnvironmentContents(id)),
      settings: isDeepStrictEqual(restored, before.settings) ? null : restored,
    }
  }
  if (promotedFrom === null) return { changes, settings }
  const promoted = changes.flatMap(({ applicationId, versionId }) =>
    versionId === undefined ? [] : { applicationId, versionId },
  )
  return { changes: promotedChanges(promoted, await readEnvironmentContents(id)), settings }
}
