// What the Dockerfiles beside this file are built from: each program with the packages that it needs and no others.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { architectures, nodeBinary } from '../../standalone/node-binary.mjs'
import { packageArchive, run } from '../../standalone/npm-package.mjs'
import { root } from '../../standalone/start/root.mjs'
import { forArchitecture, packagesOf } from './packages.mjs'

/** Files of `npm run build` that are started or imported, and what else belongs beside them. */
const images = {
  app: {
    programs: ['build/app.js', 'build/migrate.js', 'build/hash-job.js', 'build/app/index.js'],
    beside: ['build/docs', 'build/cli/sdo.js', 'public'],
  },
  controller: {
    programs: ['build/controller.js', 'build/plan-job.js', 'build/kubernetes-lease-job.js'],
    beside: [],
  },
}

/** Types, maps and texts are for those who write programs. */
const isForProgram = (path) => !['.ts', '.mts', '.cts', '.map', '.md', '.tsbuildinfo'].includes(extname(path))

/**
 * Makes `<folder>/app` and `<folder>/controller`, out of what `npm run build` made.
 *
 * @param {string} folder @param {string[]} wanted architectures, in Docker's words
 */
export async function buildContexts(folder, wanted = architectures) {
  rmSync(folder, { recursive: true, force: true })
  const nodes = wanted.map((architecture) => [architecture, nodeBinary(architecture)])
  for (const [image, { programs, beside }] of Object.entries(images)) {
    const context = join(folder, image)
    const { everywhere, native } = await packagesOf(programs)
    for (const path of [...programs, ...everywhere])
      cpSync(join(root, path), join(context, 'sdo', path), {
        recursive: true,
        filter: (source) => isForProgram(source) && !source.endsWith('/.bin'),
      })
    for (const path of beside) cpSync(join(root, path), join(context, 'sdo', path), { recursive: true })
    writeFileSync(join(context, 'sdo', 'package.json'), '{"type":"module"}\n')
    for (const [architecture, node] of nodes) {
      const place = join(context, architecture)
      mkdirSync(join(place, 'node_modules'), { recursive: true })
      cpSync(node, join(place, 'node'))
      for (const { place: target, name, version, integrity } of forArchitecture(native, architecture)) {
        mkdirSync(join(place, target), { recursive: true })
        run('tar', [
          '-xzf',
          packageArchive(name, version, integrity),
          '-C',
          join(place, target),
          '--strip-components=1',
        ])
      }
    }
  }
}

if (process.argv[1] === import.meta.filename) await buildContexts(join(root, 'build', 'images'))
