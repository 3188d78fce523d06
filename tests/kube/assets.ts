import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildGoProgram } from '../go/build-program'
import { testCache } from '../run/test-cache'

const module = fileURLToPath(new URL('.', import.meta.url))
const kubernetesVersion = 'v1.36.3'

const programs = [
  { name: 'etcd', source: 'go.etcd.io/etcd/server/v3' },
  { name: 'kubectl', source: 'k8s.io/kubernetes/cmd/kubectl' },
  { name: 'kube-apiserver', source: 'k8s.io/kubernetes/cmd/kube-apiserver' },
]

/** Folder with etcd, kube-apiserver and kubectl: the user's own, or our cache, which `buildKubeAssets` fills. */
export function kubeAssetsFolder(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.KUBEBUILDER_ASSETS) return environment.KUBEBUILDER_ASSETS
  const sources = ['go.mod', 'go.sum'].map((name) => readFileSync(join(module, name)))
  const hash = createHash('sha256').update(Buffer.concat(sources)).update(kubernetesVersion).digest('hex')
  return join(testCache(environment), `kube-${hash.slice(0, 12)}`)
}

const isComplete = (folder: string) => programs.every(({ name }) => existsSync(join(folder, name)))

/** Why there can be no Kubernetes API here, or undefined if there can be one. */
export function missingForKube(): string | undefined {
  const folder = kubeAssetsFolder()
  if (isComplete(folder)) return undefined
  if (process.env.KUBEBUILDER_ASSETS)
    return `KUBEBUILDER_ASSETS is ${folder}, but not all of ${programs.map(({ name }) => name).join(', ')} are there.`
  if (spawnSync('go', ['version']).status === 0) return undefined
  return 'Building a Kubernetes API for tests needs Go (https://go.dev/dl); or set KUBEBUILDER_ASSETS to the folder of envtest.'
}

/**
 * Makes sure that the programs are there. The first build takes about four minutes on two cores.
 *
 * @param say is told every step
 * @returns their folder
 * @throws if they cannot be built
 */
export async function buildKubeAssets(say: (message: string) => void = () => undefined): Promise<string> {
  const folder = kubeAssetsFolder()
  if (isComplete(folder)) return folder
  const missing = missingForKube()
  if (missing) throw new Error(missing)
  mkdirSync(dirname(folder), { recursive: true })
  // Beside its final place, so that it appears there whole or not at all.
  const unfinished = mkdtempSync(`${folder}-unfinished-`)
  try {
    for (const { name, source } of programs)
      await buildGoProgram({ module, name, source, linkerFlags }, unfinished, say)
    if (!isComplete(folder)) {
      rmSync(folder, { recursive: true, force: true })
      renameSync(unfinished, folder)
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(kubernetesVersion) ?? []
const linkerFlags = [
  '-s -w',
  `-X k8s.io/component-base/version.gitVersion=${kubernetesVersion}`,
  `-X k8s.io/component-base/version.gitMajor=${major}`,
  `-X k8s.io/component-base/version.gitMinor=${minor}`,
].join(' ')
