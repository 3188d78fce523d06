import type { AddressInfo } from 'node:net'
import type { Express } from 'express'
import { createLimitedServer } from '../../app/http/server/limited-server'
import { recordSecret } from '../secrets/collect'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Path of a redirect. */
  location: string | undefined
  json: <Body>() => Body
}

/** A browser without JavaScript: keeps cookies, finds the hidden fields of a form, follows nothing by itself. */
export class Browser {
  readonly cookies = new Map<string, string>()

  constructor(readonly address: string) {}

  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers)
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (cookies) headers.set('Cookie', cookies)
    // To compress thousands of pages, and read them again, took a tenth of the time of those who ask for them.
    if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'identity')
    const response = await fetch(`${this.address}${path}`, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location') ?? undefined,
      json: <Body>() => JSON.parse(text) as Body,
    }
  }

  open = (path: string) => this.send(path, { headers: { Accept: 'text/html' } })

  /** Opens the page, fills in the form `name` and sends it. */
  async submit(path: string, name: string, fields: Record<string, string> = {}): Promise<Answer> {
    const { text } = await this.open(path)
    return this.post(actionOf(text, name) ?? path, { ...hiddenFields(text, name), ...fields })
  }

  post = (path: string, fields: Record<string, string>) =>
    this.send(path, {
      method: 'POST',
      headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })

  /** A call of /v1 as our own scripts make it. */
  call = (method: string, path: string, body?: unknown) =>
    this.send(path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-XSRF-TOKEN': this.cookies.get('XSRF-TOKEN') ?? '',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', value = ''] = pair.split('=')
    const expired = attributes.some((attribute) => attribute.trim().startsWith('Expires=Thu, 01 Jan 1970'))
    if (expired) this.cookies.delete(name)
    else this.cookies.set(name, value)
    if (!open.has(name)) recordSecret(`cookie ${name}`, value)
  }
}

/** Cookies that say what a page shows. */
const open = new Set(['SDO-FLASH', 'SDO-FIRST-STEPS'])

const formCalled = (html: string, name: string): string =>
  html.match(/<form[\s\S]*?<\/form>/g)?.find((text) => text.includes(`name="form" value="${name}"`)) ?? ''

const actionOf = (html: string, name: string): string | undefined =>
  /^<form[^>]* action="([^"]*)"/.exec(formCalled(html, name))?.[1]?.replaceAll('&amp;', '&')

/** The hidden fields of the form that says it is `name`. */
export const hiddenFields = (html: string, name: string): Record<string, string> =>
  Object.fromEntries(
    [...formCalled(html, name).matchAll(/<input type="hidden" name="(\w+)"[^>]* value="([^"]*)"/g)].map(
      ([, field = '', value = '']) => [field, value],
    ),
  )

/** Serves `app` on a free loopback port until it is closed. */
export async function listen(app: Express): Promise<{ address: string; close(): Promise<void> }> {
  const server = createLimitedServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
