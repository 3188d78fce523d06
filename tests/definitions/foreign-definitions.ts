import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { testCache } from '../run/test-cache'

/** Of whom the chart has resources that Kubernetes itself does not know. The go.mod beside this file pins their releases. */
const modules = {
  'sigs.k8s.io/gateway-api': ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  'github.com/prometheus-operator/prometheus-operator': ['servicemonitors', 'prometheusrules'].map(
    (plural) => `example/prometheus-operator-crd/monitoring.coreos.com_${plural}.yaml`,
  ),
}
const names = Object.values(modules)
  .flat()
  .map((path) => basename(path))
const sum = createHash('sha256').update(readFileSync(join(import.meta.dirname, 'go.sum')))
const folder = join(testCache(), `definitions-${sum.digest('hex').slice(0, 12)}`)

const isComplete = () => names.every((name) => existsSync(join(folder, name)))

export const foreignDefinitions = {
  /** Why they cannot be there, or undefined if they can. */
  missing(): string | undefined {
    if (isComplete() || spawnSync('go', ['version']).status === 0) return undefined
    return 'The definitions of resources that other projects publish come by Go (https://go.dev/dl).'
  },
  /** Makes sure that they are there. @returns their folder @throws Error if they cannot be had */
  ensure(): string {
    if (isComplete()) return folder
    mkdirSync(dirname(folder), { recursive: true })
    // Beside its final place, so that it appears there whole or not at all, whoever else makes it.
    const unfinished = mkdtempSync(`${folder}-unfinished-`)
    try {
      for (const [module, paths] of Object.entries(modules)) {
        const source = download(module)
        for (const path of paths) copyFileSync(join(source, path), join(unfinished, basename(path)))
      }
      if (!isComplete()) renameSync(unfinished, folder)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
    return folder
  },
}

/** @returns the folder of a module's source */
function download(module: string): string {
  const { stdout, stderr } = spawnSync('go', ['mod', 'download', '-json', module], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  const { Dir, Error: problem } = JSON.parse(stdout || '{}') as { Dir?: string; Error?: string }
  if (!Dir) throw new Error(`${module} could not be downloaded: ${problem ?? stderr}`)
  return Dir
}
