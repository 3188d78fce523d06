import { Agent } from 'node:https'
import {
  createConfiguration,
  KubeConfig,
  ServerConfiguration,
  wrapHttpLibrary,
  type Configuration,
} from '@kubernetes/client-node'
import { isClosedConnection } from '../runtime/closed-connection'
import { createBoundedHttp } from './kubernetes-http'

const callMilliseconds = 30_000
/** Less than the 90 seconds after which the API server closes an idle connection, so that it is mostly we who do. */
const idleMilliseconds = 60_000
const mostConnections = 32
const mostIdleConnections = 8

/**
 * Like KubeConfig.makeApiClient, with limits of time and size on every call, which the client has none of, and with connections that are used again:
 * the client makes one per call, and their handshakes cost more than all the rest.
 */
export function createClientConfiguration(kubeConfig: KubeConfig): Configuration {
  const server = kubeConfig.getCurrentCluster()?.server
  if (!server) throw new Error('The Kubernetes configuration names no cluster.')
  const kept = keepConnections()
  const configuration = createConfiguration({
    baseServer: new ServerConfiguration(server, {}),
    authMethods: {
      default: {
        getName: () => 'kubeconfig',
        async applySecurityAuthentication(context) {
          await kubeConfig.applySecurityAuthentication(context)
          const agent = context.getAgent()
          if (agent instanceof Agent) context.setAgent(kept(agent))
        },
      },
    },
    promiseMiddleware: [
      {
        async pre(context) {
          context.setSignal(AbortSignal.timeout(callMilliseconds))
          return context
        },
        post: async (context) => context,
      },
    ],
  })
  const httpApi = createBoundedHttp()
  const isRead = (request: { getHttpMethod(): unknown }) => String(request.getHttpMethod()) === 'GET'
  return {
    ...configuration,
    httpApi: wrapHttpLibrary({
      send: (request) =>
        httpApi
          .send(request)
          .toPromise()
          .catch((error: unknown) => {
            // The server may have closed the connection at the moment at which it was used again. Reading twice does no harm.
            if (isRead(request) && isClosedConnection(error)) return httpApi.send(request).toPromise()
            throw error
          }),
    }),
  }
}

/** The configuration makes an agent for each call: the first one is kept until one comes that proves itself otherwise. */
function keepConnections(): (made: Agent) => Agent {
  let agent: Agent | undefined
  let identity: string | undefined
  return (made) => {
    const { ca, cert, key, pfx, passphrase, servername, rejectUnauthorized } = made.options
    const offered = JSON.stringify(
      [ca, cert, key, pfx, passphrase, servername, rejectUnauthorized].map(String),
    )
    if (agent && identity === offered) return agent
    // Calls under way keep their connections; idle ones are closed when their time is over.
    identity = offered
    agent = made
    Object.assign(made.options, { keepAlive: true, timeout: idleMilliseconds })
    return Object.assign(made, {
      keepAlive: true,
      maxSockets: mostConnections,
      maxFreeSockets: mostIdleConnections,
    })
  }
}

/** The configuration by which the cluster is reached: as a pod of it, or as the file that KUBECONFIG names says. */
export function loadKubeConfig(): KubeConfig {
  const kubeConfig = new KubeConfig()
  kubeConfig.loadFromDefault()
  return kubeConfig
}
