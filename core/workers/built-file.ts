import { basename } from 'node:path'

/**
 * The built file of `module`, which is named without its ending: beside the program that was built; of the sources, where tests and benchmarks build it,
 * because Node runs no TypeScript in a thread.
 */
export function builtFile(module: URL): string {
  const here = new URL(import.meta.url)
  const folder = here.pathname.endsWith('.ts') ? '../../node_modules/.cache/jobs/' : './'
  return new URL(`${folder}${basename(module.pathname)}.js`, here).href
}
