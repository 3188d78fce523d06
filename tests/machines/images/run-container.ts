import type Docker from 'dockerode'
import { collectOutput } from '../../secrets/collect'

export interface Container {
  /** Everything it wrote so far. */
  output(): Promise<string>
  /** Asks it to end, as Kubernetes does, and kills it only after as long as it may take. */
  stop(): Promise<void>
  /** Its exit code. */
  ended(): Promise<number>
  remove(): Promise<void>
}

interface ContainerSettings {
  image: string
  args: string[] | undefined
  environment: Record<string, string>
  user: string
  /** As in Kubernetes: 768Mi. */
  memory: string
  /** Folders and files of this machine, and where it has them, to read. */
  mounts: { source: string; target: string }[]
  /** Names that lead to this machine. */
  hosts: string[]
  graceSeconds: number
}

/** Runs an image as the chart's pods run it, in the network of this machine. */
export async function runContainer(docker: Docker, settings: ContainerSettings): Promise<Container> {
  const { image, args, environment, user, memory, mounts, hosts, graceSeconds } = settings
  const container = await docker.createContainer({
    Image: image,
    Cmd: args,
    User: user,
    Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    HostConfig: {
      NetworkMode: 'host',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Memory: Number(/^(\d+)Mi$/.exec(memory.replace('1Gi', '1024Mi'))?.[1]) * 1024 * 1024,
      Binds: mounts.map(({ source, target }) => `${source}:${target}:ro`),
      ExtraHosts: hosts.map((host) => `${host}:127.0.0.1`),
    },
  })
  const output = async () =>
    (await container.logs({ stdout: true, stderr: true })).toString('utf8').replace(/[^\x20-\x7e\n]/g, '')
  await container.start()
  return {
    output,
    stop: async () => void (await container.stop({ t: graceSeconds })),
    ended: async () => ((await container.wait()) as { StatusCode: number }).StatusCode,
    async remove() {
      collectOutput(await output())
      await container.remove({ force: true })
    },
  }
}
