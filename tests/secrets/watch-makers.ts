import { vi } from 'vitest'
import type { Lane } from '../../app/services/password-hashing/password-queue'
import { isCollecting, openCollectedLog, recordSecret } from './collect'

// A set-up file of every vitest suite. It stands between the program and the few modules that make or compare secrets, and
// the one that makes loggers, so that no test has to think of telling what it issued or where it logs.

type Maker = (...parameters: never[]) => string

/** `module` with functions that note what they return. */
function noting<Module extends object>(module: Module, kind: string, ...names: (keyof Module)[]): Module {
  if (!isCollecting) return module
  const watched = names
    .filter((name) => name in module)
    .map((name) => {
      const make = module[name] as Maker
      const noteAndReturn: Maker = (...parameters) => {
        const secret = make(...parameters)
        recordSecret(kind, secret)
        return secret
      }
      return [name, noteAndReturn]
    })
  return { ...module, ...Object.fromEntries(watched) } as Module
}

vi.mock(import('../../app/services/secrets/secret-token'), async (load) =>
  noting(await load(), 'token of a session, link or integration', 'createSecretToken'),
)

vi.mock(import('../../app/webhook/sign'), async (load) =>
  noting(await load(), 'secret of a webhook', 'createWebhookSecret'),
)

vi.mock(import('../../app/services/email-verification/verification-code'), async (load) =>
  noting(await load(), 'verification code', 'createVerificationCode'),
)

vi.mock(import('../../app/services/device-login/user-code'), async (load) =>
  noting(await load(), 'code of a command line', 'createUserCode'),
)

vi.mock(import('../../app/services/second-factor/authenticator-code'), async (load) =>
  noting(await load(), 'authenticator secret', 'createAuthenticatorSecret'),
)

vi.mock(import('../../app/services/second-factor/recovery-code'), async (load) =>
  noting(await load(), 'recovery code', 'createRecoveryCode'),
)

vi.mock(import('../../app/services/password-hashing/password'), async (load) => {
  const module = await load()
  if (!isCollecting) return module
  return {
    ...module,
    async hashPassword(password: string, ...lane: [Lane?]) {
      recordSecret('password', password)
      const hash = await module.hashPassword(password, ...lane)
      recordSecret('hash of a password', hash)
      return hash
    },
    isPassword(password: string, passwordHash: string | undefined, ...lane: [Lane?]) {
      recordSecret('typed password', password)
      return module.isPassword(password, passwordHash, ...lane)
    },
  }
})

vi.mock(import('../../core/agent/pre-shared-key'), async (load) => {
  const module = await load()
  if (!isCollecting) return module
  return {
    ...module,
    instanceKey(masterKey: Buffer, instance: string) {
      const key = module.instanceKey(masterKey, instance)
      for (const encoding of ['base64', 'hex'] as const) recordSecret('TLS key', key.toString(encoding))
      return key
    },
  }
})

vi.mock(import('../../agent/credentials/credential-requests'), async (load) => {
  const module = await load()
  if (!isCollecting) return module
  return {
    ...module,
    createCredentialRequests(...options: Parameters<typeof module.createCredentialRequests>) {
      const requests = module.createCredentialRequests(...options)
      return {
        ...requests,
        register(process: Parameters<typeof requests.register>[0]) {
          const request = requests.register(process)
          recordSecret('token of a process', request.token)
          return request
        },
      }
    },
  }
})

vi.mock(import('../../core/logging/logger'), async (load) => {
  const module = await load()
  if (!isCollecting) return module
  const collected = openCollectedLog()
  return {
    ...module,
    createLogger(name, level, destination) {
      const write = (line: string) => {
        collected.write(line)
        return (destination ?? process.stdout).write(line)
      }
      return module.createLogger(name, level, { write })
    },
    // What a test does not look at is logged in full.
    silentLogger: module.createLogger('test', 'trace', collected),
  }
})
