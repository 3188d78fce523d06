import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import esbuild from 'esbuild'
import { root } from '../../standalone/start/root.mjs'

/** In the words of npm and of Docker. */
const processors = { amd64: 'x64', arm64: 'arm64' }
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/**
 * The packages of node_modules that built programs need, with what those need.
 *
 * @param {string[]} bundles built files, seen from the checkout
 * @returns {Promise<{ everywhere: string[], native: string[] }>} their folders, and the places in the lock file of those that are made for one kind of machine each
 */
export async function packagesOf(bundles) {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: bundles,
    outdir: 'build/none',
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports)
  const names = imported
    .filter(({ external, path }) => external && !isOfNode(path))
    .map(({ path }) => nameOf(path))
  const everywhere = new Set()
  const native = new Set()
  for (const name of names) add(name, 'node_modules', true)
  return { everywhere: [...everywhere], native: [...native] }

  function add(name, from, isNeeded) {
    const folder = findPackage(name, from)
    // As npm has it: absent are those of other machines, and those that are asked for only where somebody else has them.
    if (lock[`node_modules/${name}`]?.cpu) return void native.add(`node_modules/${name}`)
    if (!folder && isNeeded) throw new Error(`There is no package ${name}, which ${from} needs: npm ci`)
    if (!folder || everywhere.has(folder)) return
    everywhere.add(folder)
    const { dependencies = {}, optionalDependencies = {}, ...peers } = manifestOf(folder)
    for (const one of Object.keys(dependencies)) add(one, folder, !(one in optionalDependencies))
    for (const one of Object.keys(optionalDependencies)) add(one, folder, false)
    for (const one of Object.keys(peers.peerDependencies ?? {}))
      if (!peers.peerDependenciesMeta?.[one]?.optional) add(one, folder, false)
  }
}

/** Of native packages, those for a kind of machine, with what is to be fetched. */
export const forArchitecture = (native, architecture) =>
  native
    .filter((place) => {
      const { os = ['linux'], cpu, libc = ['glibc'] } = lock[place]
      return os.includes('linux') && cpu.includes(processors[architecture]) && libc.includes('glibc')
    })
    .map((place) => ({ place, name: place.replace('node_modules/', ''), ...lock[place] }))

const isOfNode = (path) => path.startsWith('node:') || path.startsWith('.') || path.startsWith('/')
const nameOf = (path) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')

/** Where Node finds it: in a node_modules of the folder, or of one above it. */
function findPackage(name, from) {
  for (let folder = join(root, from); folder.startsWith(root); folder = dirname(folder)) {
    const found = join(folder, folder.endsWith('node_modules') ? '' : 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return relative(root, found)
  }
  return undefined
}
