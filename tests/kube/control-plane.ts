import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KubeConfig } from '@kubernetes/client-node'
import { buildKubeAssets } from './assets'
import { findFreePorts, startDaemon, type Daemon } from './daemon'

const crdFolder = fileURLToPath(new URL('../../crds', import.meta.url))

export interface KubectlResult {
  code: number
  stdout: string
  stderr: string
}

export interface ControlPlaneOptions {
  /** With nothing of ours. */
  isEmpty?: boolean
}

/** A Kubernetes API of our own on loopback, with our CRDs and the namespace `sdo` unless it is empty, without any controller or node. */
export interface ControlPlane {
  kubeConfig: KubeConfig
  kubeConfigPath: string
  /** Runs kubectl with `input` on its standard input. */
  kubectl(parameters: string[], input?: string): Promise<KubectlResult>
  /** Kills the API server, which cuts every connection, and starts it again with the same data. */
  restart(): Promise<void>
  /** As if etcd had lost its disk: everything is gone, and what this had of ours at its start is made anew. */
  loseEtcd(): Promise<void>
  stop(): Promise<void>
}

export async function startControlPlane({
  isEmpty = false,
}: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const assets = await buildKubeAssets()
  const folder = mkdtempSync(join(tmpdir(), 'sdo-kube-'))
  const [clientPort = 0, peerPort = 0, apiPort = 0] = await findFreePorts(3)
  const token = randomBytes(16).toString('hex')
  const daemons: Daemon[] = []
  try {
    let etcd = await startEtcd(assets, folder, clientPort, peerPort)
    daemons.push({ stop: () => etcd.stop() })
    const startApi = () => startApiServer(assets, folder, apiPort, clientPort, token)
    let api = await startApi()
    daemons.push({ stop: () => api.stop() })

    const kubeConfig = buildKubeConfig(apiPort, token, join(folder, 'certs', 'apiserver.crt'))
    const kubeConfigPath = join(folder, 'kubeconfig.json')
    writeFileSync(kubeConfigPath, kubeConfig.exportConfig(), { mode: 0o600 })
    const kubectl = (parameters: string[], input = '') =>
      run(join(assets, 'kubectl'), ['--kubeconfig', kubeConfigPath, ...parameters], input)

    if (!isEmpty) await addOurs(kubectl)
    return {
      kubeConfig,
      kubeConfigPath,
      kubectl,
      async restart() {
        await api.stop()
        api = await startApi()
      },
      async loseEtcd() {
        await api.stop()
        await etcd.stop()
        rmSync(join(folder, 'etcd'), { recursive: true })
        etcd = await startEtcd(assets, folder, clientPort, peerPort)
        api = await startApi()
        if (!isEmpty) await addOurs(kubectl)
      },
      stop: () => stopAll(daemons, folder),
    }
  } catch (error) {
    await stopAll(daemons, folder)
    throw error
  }
}

async function addOurs(kubectl: ControlPlane['kubectl']): Promise<void> {
  requireSuccess(await kubectl(['apply', '--server-side', '-f', crdFolder]))
  requireSuccess(await kubectl(['create', 'namespace', 'sdo']))
  requireSuccess(await kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=30s']))
}

async function stopAll(daemons: Daemon[], folder: string): Promise<void> {
  for (const daemon of [...daemons].reverse()) await daemon.stop()
  rmSync(folder, { recursive: true, force: true })
}

function startEtcd(assets: string, folder: string, clientPort: number, peerPort: number): Promise<Daemon> {
  const clientUrl = `http://127.0.0.1:${clientPort}`
  const peerUrl = `http://127.0.0.1:${peerPort}`
  return startDaemon(
    join(assets, 'etcd'),
    [
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${clientUrl}`,
      `--advertise-client-urls=${clientUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      '--unsafe-no-fsync',
      '--log-level=error',
    ],
    {
      logFile: join(folder, 'etcd.log'),
      isReady: async () => (await fetch(`${clientUrl}/health`)).ok,
    },
  )
}

function startApiServer(
  assets: string,
  folder: string,
  port: number,
  etcdPort: number,
  token: string,
): Promise<Daemon> {
  const keyFile = join(folder, 'service-account.key')
  // Not anew at a restart, which would end every login by token.
  if (!existsSync(keyFile)) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  }
  const tokenFile = join(folder, 'tokens.csv')
  writeFileSync(tokenFile, `${token},admin,1,"system:masters"\n`, { mode: 0o600 })
  return startDaemon(
    join(assets, 'kube-apiserver'),
    [
      `--etcd-servers=http://127.0.0.1:${etcdPort}`,
      `--cert-dir=${join(folder, 'certs')}`,
      `--secure-port=${port}`,
      '--bind-address=127.0.0.1',
      '--service-account-issuer=https://localhost',
      `--service-account-key-file=${keyFile}`,
      `--service-account-signing-key-file=${keyFile}`,
      `--token-auth-file=${tokenFile}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/24',
      '--disable-admission-plugins=ServiceAccount',
    ],
    { logFile: join(folder, 'kube-apiserver.log'), isReady: () => isApiReady(port, token) },
  )
}

// Whether it answers at all: its certificate, which it makes itself, is not there before that.
const isApiReady = (port: number, token: string) =>
  new Promise<boolean>((resolve, reject) => {
    const options = {
      rejectUnauthorized: false,
      headers: { Authorization: `Bearer ${token}` },
      timeout: 2000,
    }
    const request = get(`https://127.0.0.1:${port}/readyz`, options, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy(new Error('timeout')))
    request.on('error', reject)
  })

function buildKubeConfig(port: number, token: string, caFile: string): KubeConfig {
  const kubeConfig = new KubeConfig()
  kubeConfig.loadFromOptions({
    clusters: [{ name: 'test', server: `https://127.0.0.1:${port}`, caFile, skipTLSVerify: false }],
    users: [{ name: 'admin', token }],
    contexts: [{ name: 'test', cluster: 'test', user: 'admin' }],
    currentContext: 'test',
  })
  return kubeConfig
}

function run(program: string, parameters: string[], input: string): Promise<KubectlResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }))
    child.stdin.end(input)
  })
}

function requireSuccess({ code, stderr }: KubectlResult): void {
  if (code !== 0) throw new Error(`kubectl failed: ${stderr}`)
}
