import { spawn } from 'node:child_process'
import { root } from '../../standalone/start/root.mjs'

/**
 * Runs a program in the checkout.
 *
 * @param {string} program
 * @param {string[]} parameters
 * @param {NodeJS.ProcessEnv} [environment] added to ours
 * @param {'inherit' | number} [output] where it prints: as we do, or to an open file
 * @returns {Promise<number>} exit code; 1 if a signal ended it
 */
export const runProgram = (program, parameters, environment = {}, output = 'inherit') =>
  new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: root,
      stdio: ['ignore', output, output],
      // Codes for colours make a log that nobody can read.
      env: { ...process.env, ...(!process.stdout.isTTY && { NO_COLOR: '1' }), ...environment },
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
