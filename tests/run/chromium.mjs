import { existsSync } from 'node:fs'
import { runProgram } from './run-program.mjs'

/** Chromium without windows, for which the tests take a third less of the processor. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** The Chromium to test in: the one that is named, else Debian's without windows, else Debian's. */
export const findChromium = () =>
  process.env.SDO_CHROMIUM ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium')

/** Installs Debian's Chromium without windows where we may. @throws Error that says what to do where there is none after all */
export async function ensureChromium() {
  const isChosen = process.env.SDO_CHROMIUM !== undefined || existsSync(headlessShell)
  if (!isChosen && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing chromium-headless-shell …')
    await runProgram('apt-get', ['update', '-qq'])
    await runProgram(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'],
      {
        DEBIAN_FRONTEND: 'noninteractive',
      },
    )
  }
  if (!existsSync(findChromium()))
    throw new Error(
      `The browser tests need ${findChromium()}: install it, or name another Chromium in SDO_CHROMIUM.`,
    )
}
