import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { MailServer } from '../../builders/mail-server'
import { findFreePorts } from '../../kube/daemon'

type Environment = Record<string, string>

/** Everything the portal is told in production, and the server that its mails go to until the end of the test. `healthUrl` is where it answers of its health. */
export async function surroundingsOfPortal(
  databaseUrl: string,
  changes: Environment = {},
): Promise<{ environment: Environment; mailServer: MailServer; url: string; healthUrl: string }> {
  const mailServer = new MailServer({ credentials: { user: 'sdo', pass: mailPassword } })
  await mailServer.start()
  onTestFinished(() => mailServer.stop())
  const [port, healthPort] = await findFreePorts(2)
  const environment = {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://sdo.example.com',
    PLATFORM_ACCOUNT_NUMBER: '999999999999',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'SDO <no-reply@sdo.example.com>',
    SUPPORT_EMAIL: 'support@example.com',
    AUTHENTICATOR_KEYS: `2027:${randomBytes(32).toString('base64')}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    HEALTH_PORT: String(healthPort),
    ...changes,
  }
  return {
    environment,
    mailServer,
    url: `http://127.0.0.1:${port}`,
    healthUrl: `http://127.0.0.1:${healthPort}`,
  }
}

export const mailPassword = 'mail-server-password'

/** Everything the controller is told in production. `url` is where it answers of its health. */
export async function surroundingsOfController(
  databaseUrl: string,
  kubeConfigPath: string,
  changes: Environment = {},
): Promise<{ environment: Environment; url: string }> {
  const [port] = await findFreePorts(1)
  const environment = {
    DATABASE_URL: databaseUrl,
    PLATFORM_ACCOUNT_NUMBER: '999999999999',
    MASTER_KEY: randomBytes(32).toString('base64'),
    CONTROL_CIDRS: '203.0.113.0/24',
    AGENT_BUNDLE_URL: 'https://releases.example.com/agent.tar.gz',
    AGENT_BUNDLE_SHA256: 'ab'.repeat(32),
    KUBECONFIG: kubeConfigPath,
    HEALTH_PORT: String(port),
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    ...changes,
  }
  return { environment, url: `http://127.0.0.1:${port}` }
}
