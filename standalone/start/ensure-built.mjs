import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { step } from './step.mjs'

const sources = [
  'app',
  'agent',
  'cli',
  'controller',
  'core',
  'db',
  'migrations',
  'public',
  'simulator',
  'standalone',
  'package-lock.json',
  'remix.config.js',
  'tailwind.config.ts',
  'tsconfig.json',
]
const outputs = ['build/standalone.js', 'build/cli/sdo.js', 'build/app/index.js', 'public/build']
const stamp = join(root, 'build', 'sources.sha256')

/** Builds if a source changed since the last build that succeeded. @throws if the build fails */
export function ensureBuilt() {
  const hash = hashSources()
  if (readStamp() === hash && outputs.every((path) => existsSync(join(root, path)))) return
  rmSync(stamp, { force: true })
  step('Building', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'standalone', 'build.mjs')], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (status !== 0) {
      process.stderr.write(`\n${stdout}${stderr}`)
      throw new Error('The build failed, so nothing was started: mend what it says above and start again.')
    }
  })
  writeFileSync(stamp, hash)
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

function hashSources() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(listFiles))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

function listFiles(path) {
  if (/\.test\.tsx?$/.test(path) || path === join('public', 'build') || !existsSync(join(root, path)))
    return []
  try {
    return readdirSync(join(root, path))
      .sort()
      .flatMap((name) => listFiles(join(path, name)))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}
