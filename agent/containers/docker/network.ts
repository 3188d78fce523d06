import { createServer } from 'node:net'
import type Docker from 'dockerode'
import { reasonOf, statusOf } from './docker-client'

/** Name of the network that all containers of an instance are in, and of its bridge. */
export const networkName = 'sdo'
export const bridgeName = 'sdo0'

interface ContainerNetwork {
  /** Address on which the agent listens for containers, and the name of that address in them. */
  agentHost: string
  agentHostInContainers: string
  /** Address on the instance that AWS SDKs trust. */
  sdkHost?: string
}

/** Address of Amazon ECS's credentials: AWS SDKs take them over plain HTTP from there. User data gives it to the instance. */
export const sdkAddress = '169.254.170.2'

/**
 * Makes sure that containers have a network: a bridge of their own, on which they do not reach one another directly.
 * @throws Error for people, when Docker has none and makes none
 */
export async function ensureNetwork(docker: Docker): Promise<ContainerNetwork> {
  const gateway = (await findGateway(docker)) ?? (await makeNetwork(docker))
  // Where Docker runs in a virtual machine its bridge is not ours, and it has a name for us instead.
  return (await canListen(gateway))
    ? {
        agentHost: gateway,
        agentHostInContainers: gateway,
        ...((await canListen(sdkAddress)) && { sdkHost: sdkAddress }),
      }
    : { agentHost: '127.0.0.1', agentHostInContainers: 'host.docker.internal' }
}

/** Whether `host` is an address of this machine: a bridge without containers is not listed among its interfaces. */
const canListen = (host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host, port: 0 }, () => server.close(() => resolve(true)))
  })

async function findGateway(docker: Docker): Promise<string | undefined> {
  try {
    const { IPAM } = (await docker.getNetwork(networkName).inspect()) as Docker.NetworkInspectInfo
    return IPAM?.Config?.find(({ Gateway }) => Gateway)?.Gateway
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw new Error(`Docker does not answer: ${reasonOf(error)}`, { cause: error })
  }
}

async function makeNetwork(docker: Docker): Promise<string> {
  try {
    await docker.createNetwork({
      Name: networkName,
      CheckDuplicate: true,
      Driver: 'bridge',
      Options: {
        'com.docker.network.bridge.name': bridgeName,
        'com.docker.network.bridge.enable_icc': 'false',
      },
    })
  } catch (error) {
    // Another agent of this machine was quicker.
    const gateway = await findGateway(docker)
    if (gateway) return gateway
    throw new Error(`Docker could not make the network ${networkName}: ${reasonOf(error)}`, { cause: error })
  }
  const gateway = await findGateway(docker)
  if (!gateway) throw new Error(`Docker gave the network ${networkName} no address`)
  return gateway
}
