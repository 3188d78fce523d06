import { isDeepStrictEqual } from 'node:util'
import { rebaseSettings } from '../../../core/deployment/rebase-settings'
import type { Snapshot } from '../../../core/deployment/difference'
import { DomainError } from '../../../core/errors'
import { fingerprintOf } from '../../../core/resources/fingerprint'
import type { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { readEnvironmentContents } from '../environment-contents/environment-contents'
import { promotedChanges } from './promoted-changes'
import { settingsOf } from './revert-source'
import { readSnapshotAhead, snapshotAfter } from './snapshot-ahead'

/** The change that a deployment which waits for approval would make now. */
interface AwaitedChange {
  /** The request, put in terms of what the environment runs by now. */
  request: Pick<Deployment, 'changes' | 'settings'>
  before: Snapshot
  after: Snapshot
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
  const after = await snapshotAfter({ ...deployment.get(), ...request }, before)
  return { request, before, after, state: fingerprintOf({ before, after }) }
}

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
    if (!version) throw new DomainError('conflict', 'What it goes back to is no longer kept.')
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
