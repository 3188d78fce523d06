import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const cacheFolder = join(import.meta.dirname, '../../../node_modules/.cache')

export interface BuiltAgent {
  agentPath: string
  remove(): void
}

/** The agent and its sample program, built as they are delivered, in a folder of their own. */
export async function buildAgent(): Promise<BuiltAgent> {
  mkdirSync(cacheFolder, { recursive: true })
  const folder = mkdtempSync(join(cacheFolder, 'agent-'))
  await build({
    entryPoints: { agent: 'agent/main.ts', 'samples/sample': 'agent/samples/sample.ts' },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  })
  return {
    agentPath: join(folder, 'agent.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
