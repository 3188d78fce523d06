import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'

interface HostLayer {
  /** Programs and folders of this machine, which are at the same place in the image. */
  paths: string[]
  /** A folder whose content is at the top of the image. */
  folder: string
}

/** A layer of an image out of what this machine has, with the libraries that it needs. Linux only. */
export function hostLayer({ paths, folder }: HostLayer): Buffer {
  const ofHost = [...paths, ...librariesOf([...paths, folder])].map((path) => path.slice(1))
  const others = ofHost.length > 0 ? ['-C', '/', ...ofHost] : []
  // Ruby's rdoc has links that lead nowhere, and no program needs it.
  const parameters = ['--exclude=rdoc', '-chf', '-', '-C', folder, '.', ...others]
  return execFileSync('tar', parameters, { maxBuffer: 2 ** 30 })
}

/** Libraries that programs and other libraries under `paths` ask for. */
function librariesOf(paths: string[]): string[] {
  const files = paths.flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))
  const binaries = files.filter((file) => /\/bin\/[\w.-]+$|\.so(\.\d+)*$/.test(file))
  // Of what is no binary it says so, and goes on.
  const asked = binaries.flatMap((binary) => ask(binary).match(/\/\S+(?= \(0x)/g) ?? [])
  return [...new Set(asked.map(normalize))].filter((library) => !files.includes(library))
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

function ask(binary: string): string {
  try {
    return execFileSync('ldd', [binary], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}
