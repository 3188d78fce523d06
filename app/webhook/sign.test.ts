import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { createWebhookSecret, signatureOf } from './sign'

const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
}

it('signs as the example of Standard Webhooks', () => {
  const signature = signatureOf(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

it('signs with each secret, which are new each time and of 256 bits', () => {
  const secrets = [createWebhookSecret(), createWebhookSecret()]
  expect(new Set(secrets).size).toBe(2)
  const expected = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(key).toHaveLength(32)
    const content = `${message.id}.${message.timestamp}.${message.body}`
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  })
  expect(signatureOf(message, secrets)).toBe(expected.join(' '))
})
