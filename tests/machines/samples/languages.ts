import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Docker from 'dockerode'
import { ensurePackages, missingForPackages } from '../../debian/packages'
import { importImage } from '../../docker/images'
import { hostLayer } from './host-layer'
import { printedProgram } from './printed-program'

interface Language {
  /** As the documentation marks its program. */
  name: string
  /** Builds the program in its folder. @returns what runs it in the image, and what else of this machine the image needs */
  build(folder: string, file: string): { command: string[]; paths: string[] }
}

const said = (program: string, ...parameters: string[]) =>
  execFileSync(program, parameters, { encoding: 'utf8' }).trim()

export const languages: Language[] = [
  {
    name: 'js',
    build: (_, file) => ({ command: [process.execPath, `/${file}`], paths: [process.execPath] }),
  },
  {
    name: 'python',
    build: (_, file) => {
      const python = realpathSync('/usr/bin/python3')
      const library = said(python, '-c', 'import sysconfig; print(sysconfig.get_path("stdlib"))')
      return { command: [python, `/${file}`], paths: [python, library] }
    },
  },
  {
    name: 'go',
    build: (folder, file) => {
      const options = { cwd: folder, env: { ...process.env, CGO_ENABLED: '0' } }
      execFileSync('go', ['build', '-o', 'program', file], options)
      return { command: ['/program'], paths: [] }
    },
  },
  {
    name: 'java',
    build: (folder, file) => {
      execFileSync('/usr/bin/javac', ['-d', folder, join(folder, file)])
      const modules = 'java.net.http,jdk.httpserver,jdk.crypto.ec'
      const parameters = ['--add-modules', modules, '--strip-debug', '--output', join(folder, 'java')]
      execFileSync('/usr/bin/jlink', parameters)
      return { command: ['/java/bin/java', '-cp', '/', 'Main'], paths: [] }
    },
  },
  {
    name: 'ruby',
    build: (_, file) => {
      const ruby = realpathSync('/usr/bin/ruby')
      const folders = said(ruby, '-e', 'puts $LOAD_PATH, Gem.path').split('\n')
      return { command: [ruby, `/${file}`], paths: [ruby, ...topmost(folders.filter(existsSync))] }
    },
  },
]

/** Without those that another one holds. */
const topmost = (paths: string[]) =>
  [...new Set(paths)].filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))

const needs = {
  purpose: 'Running the documentation’s programs',
  programs: ['/usr/bin/python3', '/usr/bin/javac', '/usr/bin/jlink', '/usr/bin/ruby'],
  packages: ['python3', 'default-jdk-headless', 'ruby', 'ruby-webrick'],
}

/** Why they cannot be built here, or undefined if they can. */
export const missingForSamples = (): string | undefined =>
  spawnSync('go', ['version']).status === 0
    ? missingForPackages(needs)
    : `${needs.purpose} needs Go (https://go.dev/dl).`

export const ensureSamples = (): void => ensurePackages(needs)

/** Makes an image of each of the programs, `samples/<language>:1`. */
export async function importSamples(docker: Docker): Promise<void> {
  for (const { name, build } of languages) {
    const folder = mkdtempSync(join(tmpdir(), 'sdo-sample-'))
    try {
      const program = printedProgram(name)
      writeFileSync(join(folder, program.name), program.text)
      const { command, paths } = build(folder, program.name)
      const layer = hostLayer({ paths, folder })
      await importImage(docker, `samples/${name}:1`, [`CMD ${JSON.stringify(command)}`], layer)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
