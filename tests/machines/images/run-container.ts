import type Docker from 'dockerode'
import { onTestFinished } from 'vitest'
import { collectOutput } from '../../secrets/collect'

export interface Container {
  /** Everything it wrote so far. */
  output(): Promise<string>
  /** Asks it to end, as Kubernetes does, and kills it only after `seconds`. */
  stop(seconds: number): Promise<void>
  /** Its exit code. */
  ended(): Promise<number>
}

interface ContainerSettings {
  args: string[] | undefined
  environment: Record<string, string>
  /** As in Kubernetes: 768Mi. */
  memory: string
  /** Of this machine, seen in it at /etc/sdo/secrets. */
  secrets: string
  /** Names that lead to this machine. */
  hosts?: string[]
}

/** Runs an image as the chart's pods run it, in the network of this machine. It is gone when the test ends. */
export async function runContainer(
  docker: Docker,
  image: string,
  { args, environment, memory, secrets, hosts = [] }: ContainerSettings,
): Promise<Container> {
  const container = await docker.createContainer({
    Image: image,
    Cmd: args,
    Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    HostConfig: {
      NetworkMode: 'host',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Memory: Number(/^(\d+)Mi$/.exec(memory.replace('1Gi', '1024Mi'))?.[1]) * 1024 * 1024,
      Binds: [`${secrets}:/etc/sdo/secrets:ro`],
      ExtraHosts: hosts.map((host) => `${host}:127.0.0.1`),
    },
  })
  const output = async () =>
    (await container.logs({ stdout: true, stderr: true })).toString('utf8').replace(/[^\x20-\x7e\n]/g, '')
  onTestFinished(async () => {
    collectOutput(await output())
    await container.remove({ force: true })
  })
  await container.start()
  return {
    output,
    stop: async (seconds) => void (await container.stop({ t: seconds })),
    ended: async () => ((await container.wait()) as { StatusCode: number }).StatusCode,
  }
}
