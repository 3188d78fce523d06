import { readFileSync, watchFile } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { broadcastDevReady, type ServerBuild } from '@remix-run/node'

const pollMilliseconds = 100

/** How to get what `remix build` made for the server. */
export type LoadSite = () => Promise<ServerBuild>

const importSite = async (file: string, version: string): Promise<ServerBuild> =>
  (await import(`${pathToFileURL(file).href}?${version}`)) as ServerBuild

/** The build as it is now, for as long as the process runs. @throws if there is none */
export async function loadSiteOnce(buildFolder: string): Promise<LoadSite> {
  const build = await importSite(join(buildFolder, 'app/index.js'), '')
  return () => Promise.resolve(build)
}

/** The newest build, again and again while `remix dev` makes new ones; tells the development server when one is in use. */
export async function loadSiteAnew(buildFolder: string): Promise<LoadSite> {
  const versionFile = join(buildFolder, 'app/version.txt')
  const load = () => importSite(join(buildFolder, 'app/index.js'), readFileSync(versionFile, 'utf8').trim())
  let newest = load()
  watchFile(versionFile, { interval: pollMilliseconds }, () => {
    newest = load()
    newest.then(broadcastDevReady, () => undefined)
  })
  void newest.then(broadcastDevReady)
  return () => newest
}
