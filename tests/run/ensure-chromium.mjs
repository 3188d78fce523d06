import { existsSync } from 'node:fs'
import { runProgram } from './run-program.mjs'

const chromium = process.env.SDO_CHROMIUM ?? '/usr/bin/chromium'

/** Installs Debian's Chromium where we may. @throws Error that says what to do where we may not */
export async function ensureChromium() {
  if (existsSync(chromium)) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …')
    await runProgram('apt-get', ['update', '-qq'])
    await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      DEBIAN_FRONTEND: 'noninteractive',
    })
  }
  if (!existsSync(chromium))
    throw new Error(
      `The browser tests need ${chromium}: install it, or name another Chromium in SDO_CHROMIUM.`,
    )
}
