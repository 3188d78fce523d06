import { describe, expect, it } from 'vitest'
import { readSmtpUrl } from './smtp-settings'

describe('readSmtpUrl', () => {
  it('changes to TLS on the submission port, unless the mails stay on this machine or it is said otherwise', () => {
    expect(readSmtpUrl('smtp://mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 587,
      isSecure: false,
      requiresTls: true,
    })
    for (const local of ['smtp://127.0.0.1:2525', 'smtp://localhost', 'smtp://[::1]'])
      expect(readSmtpUrl(local).requiresTls).toBe(false)
    expect(readSmtpUrl('smtp://relay:25?requireTLS=false').requiresTls).toBe(false)
  })

  it('uses TLS at once with smtps', () => {
    expect(readSmtpUrl('smtps://mail.example.com')).toMatchObject({
      port: 465,
      isSecure: true,
      requiresTls: false,
    })
  })

  it('decodes user and password', () => {
    expect(readSmtpUrl('smtps://ada%40example.com:p%2Fw%3A%25@mail.example.com').credentials).toEqual({
      user: 'ada@example.com',
      pass: 'p/w:%',
    })
  })

  it.each([
    'http://mail.example.com',
    'mail.example.com',
    'smtp://',
    'smtp://user-hunter2@mail.example.com',
    'smtp://user:hunter2%@mail.example.com',
    'smtp://user:hunter2@mail.example.com?pool=true',
    'smtp://user:hunter2@mail.example.com?requireTLS=perhaps',
  ])('refuses %s without repeating it', (url) => {
    expect(() => readSmtpUrl(url)).toThrow(/^(?!.*hunter2)/)
  })
})
