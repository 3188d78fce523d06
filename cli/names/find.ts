import type { Client } from '../api/client'
import type { ApplicationList, EnvironmentList, VersionList } from '../api/wire'
import { findOne } from './find-one'

/** Lists are read a part at a time; the part of one answer. */
const part = 200

export async function listApplications(client: Client): Promise<ApplicationList['applications']> {
  const read = (cursor: string) =>
    client.get<ApplicationList>(`/v1/view-controller/process?limit=${part}${cursor}`)
  return readAll(read, ({ applications }) => applications)
}

export const listEnvironments = async (client: Client): Promise<EnvironmentList['environments']> =>
  (await client.get<EnvironmentList>('/v1/view-controller/environment')).environments

/** The application that is called `given` or has that id. @throws CliError for none and several */
export const findApplication = async (client: Client, given: string) =>
  findOne(await listApplications(client), given, 'application')

export const findEnvironment = async (client: Client, given: string) =>
  findOne(await listEnvironments(client), given, 'environment')

/** The version of an application that is called `given`; the newest of several with one name, and without a name. */
export async function findVersion(client: Client, applicationId: string, given: string | undefined) {
  const read = (cursor: string) =>
    client.get<VersionList>(
      `/v1/view-controller/process/${applicationId}/versions?limit=${given === undefined ? 1 : part}${cursor}`,
    )
  if (given === undefined) return (await read('')).versions[0]
  const versions = await readAll(read, (answer) => answer.versions)
  // They come newest first, and a name that was declared again means the last one.
  return (
    versions.find(({ name, dockerTag }) => name === given || dockerTag === given) ??
    findOne(versions, given, 'version')
  )
}

async function readAll<Answer extends { nextCursor: string | null }, Item>(
  read: (cursor: string) => Promise<Answer>,
  itemsOf: (answer: Answer) => Item[],
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const answer: Answer = await read(cursor && `&cursor=${cursor}`)
    items.push(...itemsOf(answer))
    cursor = answer.nextCursor
  }
  return items
}
