import { spawn } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import esbuild from 'esbuild'
import { buildCli } from './build-cli.mjs'
import { bundleOptions } from './start/bundle-options.mjs'
import { root } from './start/root.mjs'

rmSync(join(root, 'build'), { recursive: true, force: true })
cpSync(join(root, 'app/content/docs'), join(root, 'build/docs'), { recursive: true })
const require = createRequire(import.meta.url)
const remix = spawn(process.execPath, [require.resolve('@remix-run/dev/dist/cli.js'), 'build'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
const [code] = await Promise.all([
  new Promise((resolve, reject) => remix.once('error', reject).once('close', resolve)),
  // The compiler has told its errors itself.
  Promise.all([esbuild.build(bundleOptions()), buildCli()]).catch(() => {
    process.exitCode = 1
  }),
])
if (code !== 0) process.exitCode = 1
