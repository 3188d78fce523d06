import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exposedPortsRule, portSubdomainFault, subdomainFault } from './exposed-ports'
import { messages } from '../messages/messages'
import { readField } from './rule'

describe('exposed ports', () => {
  it('accepts every port from 1 to 65535, as a number or as it was typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65535 }), (port) => {
        expect(readField(exposedPortsRule, [{ port }], 'ports')).toEqual([{ port }])
        expect(readField(exposedPortsRule, [{ port: ` ${port} `, subdomain: ' ' }], 'ports')).toEqual([
          { port },
        ])
      }),
    )
  })

  it('leaves out empty rows, and writes subdomains in lower case', () => {
    const ports = [{ port: '', subdomain: ' ' }, { port: null }, { port: 80, subdomain: 'My-Shop' }]
    expect(readField(exposedPortsRule, ports, 'ports')).toEqual([{ port: 80, subdomain: 'my-shop' }])
  })

  it('refuses a subdomain without a port, which would be lost', () => {
    expect(() => readField(exposedPortsRule, [{ port: ' ', subdomain: 'shop' }], 'ports')).toThrow(
      expect.objectContaining({ fields: { 'ports.0.port': 'Enter the port that the subdomain is for.' } }),
    )
  })

  it.each([0, 65536, -1, 1.5, '80a', '1e3'])('refuses port %s', (port) => {
    expect(() => readField(exposedPortsRule, [{ port }], 'ports')).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { 'ports.0.port': expect.any(String) } }),
    )
  })

  it('accepts 50 ports and no more', () => {
    const ports = Array.from({ length: 51 }, (_, index) => ({ port: index + 1 }))
    expect(readField(exposedPortsRule, ports.slice(1), 'ports')).toHaveLength(50)
    expect(() => readField(exposedPortsRule, ports, 'ports')).toThrow('at most 50 ports')
  })

  it('refuses the same port twice and the same subdomain twice', () => {
    expect(() => readField(exposedPortsRule, [{ port: 80 }, { port: '80' }], 'ports')).toThrow('only once')
    const twice = [
      { port: 80, subdomain: 'a' },
      { port: 81, subdomain: 'A' },
    ]
    expect(() => readField(exposedPortsRule, twice, 'ports')).toThrow('only once')
  })

  it('reports every fault at its row and part, empty rows counted', () => {
    const rows = [{ port: 'x' }, {}, { port: 80, subdomain: 'a-' }, { port: 81, subdomain: 'good' }]
    expect(() => readField(exposedPortsRule, rows, 'ports')).toThrow(
      expect.objectContaining({
        fields: {
          'ports.0.port': 'A port must be a whole number from 1 to 65535, not “x”.',
          'ports.2.subdomain': "Subdomains can not end with a '-' character.",
        },
      }),
    )
  })
})

describe('the subdomain of a port', () => {
  it.each(['@', '*', '*.app', '*.my-app', 'shop'])('may be %s', (subdomain) => {
    expect(portSubdomainFault(subdomain)).toBeUndefined()
    expect(readField(exposedPortsRule, [{ port: 80, subdomain }], 'ports')).toEqual([{ port: 80, subdomain }])
  })

  it.each([
    '@.app',
    'app.@',
    '**',
    '*app',
    'app.*',
    '*.',
    '*.*',
    '*.@',
    '*.a.b',
    'a.b',
    '*.a--b',
    '_a',
    '*.-a',
  ])('may not be %s', (subdomain) => {
    expect(portSubdomainFault(subdomain)?.text).toContain('For the name of the zone itself, type @.')
    expect(subdomainFault(subdomain)?.text).not.toContain('@')
  })

  it('is one of at most 55 characters, which does not end with a hyphen', () => {
    expect(portSubdomainFault(`*.${'a'.repeat(53)}`)).toBeUndefined()
    expect(portSubdomainFault(`*.${'a'.repeat(54)}`)?.text).toContain('56 characters')
    expect(portSubdomainFault('*.a-')?.text).toBe(messages.subdomainEndsWithHyphen.text)
  })

  it('stands for one name: the zone’s own is another than a link’s label', () => {
    for (const subdomain of ['@', '*', '*.app']) expect(subdomainFault(subdomain)).toBeDefined()
  })
})

describe('subdomainFault', () => {
  it('accepts only labels that DNS accepts, of at most 55 characters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{1,60}$/), (subdomain) => {
        const isLabel = /^(?!-)(?!.*--)[a-z0-9-]{1,55}(?<!-)$/.test(subdomain)
        expect(subdomainFault(subdomain) === undefined).toBe(isLabel)
      }),
    )
  })

  it('says so when a subdomain ends with a hyphen', () => {
    expect(subdomainFault('shop-')?.text).toBe(messages.subdomainEndsWithHyphen.text)
  })
})
