import type { BuildOptions } from 'esbuild'

/** Bundle of a job that runs in a thread to the file that it starts from. */
export const jobs: Record<string, string>
/** How the servers are bundled: our own code in one file per program, packages from node_modules. */
export function bundleOptions(): BuildOptions
/** How the agent of instances is bundled: with its packages, as there are none beside it. */
export function agentBundleOptions(outdir: string): BuildOptions
/** How the command line is bundled: with its packages, as it is one file. */
export function cliBundleOptions(): BuildOptions
