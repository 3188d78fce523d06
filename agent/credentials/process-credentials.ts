import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { DesiredProcess } from '../../core/agent/protocol'
import type { Logger } from '../../core/logging/logger'
import type { Clock } from '../../core/time/clock'
import { closeServer, listenAgain, portOf, serverLimits } from '../servers'
import type { KeptPorts } from '../state/agent-state'
import { createCertificate } from './certificate'
import { createCredentialRequests } from './credential-requests'
import { credentialVariables } from './credential-variables'
import { createCredentialsApp, createSdkCredentialsApp } from './credentials-app'
import type { RoleCredentials } from './role-credentials'

/** The access of one process to its credentials. */
export interface OpenCredentials {
  /** Environment variables. */
  variables(): Record<string, string>
  /** Ends the access. */
  close(): void
}

export interface ProcessCredentials {
  open(process: Pick<DesiredProcess, 'id' | 'roles'>): OpenCredentials
}

interface CredentialsServersOptions {
  /** Key of the instance. */
  key: Buffer
  /** Address on which the agent listens for containers, and its name in them, if that is another. */
  host: string
  hostInContainers?: string
  /** An address of the instance that AWS SDKs trust over plain HTTP: of the loopback, or 169.254.170.2. */
  sdkHost: string | undefined
  roleCredentials: RoleCredentials
  clock: Clock
  log: Logger
}

type CredentialPorts = Omit<KeptPorts, 'stop'>

export interface CredentialsServers extends ProcessCredentials {
  /** @param ports of the agent before, if there was one */
  start(ports?: CredentialPorts): Promise<void>
  ports(): CredentialPorts
  stop(): Promise<void>
}

/** The endpoints by which processes get the credentials of their roles. */
export function createCredentialsServers(options: CredentialsServersOptions): CredentialsServers {
  const { host, hostInContainers = host, sdkHost, clock, log } = options
  const requests = createCredentialRequests(options)
  const own = createHttpsServer(serverLimits, createCredentialsApp({ requests, log }))
  const sdk = createHttpServer(serverLimits, createSdkCredentialsApp({ requests, log }))

  /** Without it only code that knows of us gets credentials; all else goes on. */
  async function listenForSdks(address: string, port?: number): Promise<void> {
    await listenAgain(sdk, address, port).catch((error: unknown) =>
      log.warn({ err: error }, `AWS SDKs cannot ask for credentials: ${address} is not there`),
    )
  }

  return {
    async start(ports) {
      const certificate = await createCertificate(hostInContainers, clock.now())
      own.setSecureContext(certificate)
      await listenAgain(own, host, ports?.credentials)
      if (sdkHost !== undefined) await listenForSdks(sdkHost, ports?.sdk)
    },
    async stop() {
      await Promise.all([closeServer(own), closeServer(sdk)])
    },
    ports: () => ({ credentials: portOf(own), ...(sdk.listening && { sdk: portOf(sdk) }) }),
    open(process) {
      const request = requests.register(process)
      return {
        variables: () => {
          const addresses = {
            own: `${hostInContainers}:${portOf(own)}`,
            sdk: sdk.listening ? addressOf(sdk) : undefined,
          }
          return credentialVariables(addresses, request, process.roles)
        },
        close: () => request.close(),
      }
    },
  }
}

function addressOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo
  return `${address}:${port}`
}
