// `npm run dev`: SDO as `npm start` runs it, with every change taken up within two seconds. Pages are exchanged in the running
// site; a change of the servers restarts them, and as after any SIGKILL they carry on with the database and the agents they find.
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ensureInstalled } from './start/ensure-installed.mjs'
import { requireNode } from './start/require-node.mjs'
import { root } from './start/root.mjs'

const inRoot = (path) => join(root, path)
const forgetBuild = () => rmSync(inRoot('build/sources.sha256'), { force: true })

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** Runs the site's compiler; resolves when its first build is there. */
async function startRemix(port) {
  rmSync(inRoot('build/app'), { recursive: true, force: true })
  const cli = createRequire(import.meta.url).resolve('@remix-run/dev/dist/cli.js')
  // Remix wants to run the server itself; we do that, because the servers also change without the site.
  const remix = spawn(
    process.execPath,
    [cli, 'dev', '--manual', '--port', String(port), '-c', 'node --version'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'development' },
    },
  )
  while (!existsSync(inRoot('build/app/version.txt')) && remix.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return remix
}

/** The servers as one process, started anew at every call of `restart`. */
class Servers {
  constructor(environment) {
    this.environment = environment
    this.isEnding = false
  }

  async restart() {
    await this.kill('SIGKILL')
    if (this.isEnding) return
    this.child = spawn(
      process.execPath,
      ['--enable-source-maps', inRoot('build/standalone.js'), ...process.argv.slice(2)],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...this.environment } },
    )
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
  }

  async kill(signal) {
    if (this.child?.exitCode === null && this.child.signalCode === null) this.child.kill(signal)
    await this.ended
  }
}

async function main() {
  requireNode(process.versions.node)
  ensureInstalled()
  // What is built now is for development: the next `npm start` must build again.
  forgetBuild()
  const { default: esbuild } = await import('esbuild')
  const { default: chokidar } = await import('chokidar')
  const { bundleOptions } = await import('./start/bundle-options.mjs')
  const port = await findFreePort()
  const servers = new Servers({ NODE_ENV: 'development', REMIX_DEV_ORIGIN: `http://127.0.0.1:${port}` })
  const remix = await startRemix(port)
  const bundles = await esbuild.context({ ...bundleOptions(), metafile: true })
  let { metafile } = await bundles.rebuild()
  await servers.restart()

  // esbuild's own watching looks at files in turns and takes seconds to notice.
  const rebuild = async () => {
    const result = await bundles.rebuild().catch(() => undefined)
    if (!result) return
    metafile = result.metafile
    await servers.restart()
  }
  let queue = Promise.resolve()
  chokidar
    .watch(['app', 'agent', 'controller', 'core', 'db', 'migrations', 'simulator', 'standalone'], {
      cwd: root,
      ignoreInitial: true,
    })
    .on('all', (_event, path) => {
      if (path in metafile.inputs) queue = queue.then(rebuild)
    })

  const end = async () => {
    if (servers.isEnding) return
    servers.isEnding = true
    await servers.kill('SIGINT')
    remix.kill()
    await bundles.dispose()
    forgetBuild()
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

main().catch((error) => {
  console.error(process.env.SDO_DEBUG ? error : error.message)
  process.exit(1)
})
