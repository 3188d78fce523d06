import { randomUUID } from 'node:crypto'
import type { Snapshot } from '../core/deployment/difference'
import { EnvironmentVersion } from './models/environment-version'

/** Keeps what an environment runs from now on, or is about to, under the next number. */
export async function addEnvironmentVersion(
  environmentId: string,
  { applications, settings }: Snapshot,
): Promise<EnvironmentVersion> {
  const latest = await EnvironmentVersion.max<number | null, EnvironmentVersion>('number', {
    where: { environmentId },
  })
  const number = (latest ?? 0) + 1
  return EnvironmentVersion.create({ id: randomUUID(), environmentId, number, applications, settings })
}
