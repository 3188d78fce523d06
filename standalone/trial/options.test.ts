import { describe, expect, it } from 'vitest'
import { readTrialOptions } from './options'

const read = (...flags: string[]) => readTrialOptions(flags, {})

describe('the options of the trial', () => {
  it('need a profile, and have a small public image', () => {
    expect(read('--profile', 'sandbox')).toMatchObject({
      command: 'run',
      profile: 'sandbox',
      isAgreed: false,
      image: { name: 'public.ecr.aws/docker/library/httpd', tag: '2.4-alpine', port: 80, healthPath: '/' },
    })
    expect(() => read()).toThrow('--profile must name a profile')
  })

  it('take the removal alone, a zone, and an image of a registry with a port', () => {
    const options = read(
      ...['teardown', '--profile', 'sandbox', '--zone-id', 'Z0123456789ABCDEFGHIJ', '--yes'],
      ...['--image', 'registry.test:5000/team/web:1', '--image-port', '8080', '--health-path', '/health'],
    )
    expect(options).toMatchObject({
      command: 'teardown',
      zoneId: 'Z0123456789ABCDEFGHIJ',
      isAgreed: true,
      image: { name: 'registry.test:5000/team/web', tag: '1', port: 8080, healthPath: '/health' },
    })
  })

  it('are refused together, with how they are written', () => {
    const wrong = ['undo', '--profile', 'a', '--zone-id', 'example.com', '--image', 'web', '--address', '::1']
    expect(() => read(...wrong)).toThrow(
      /one command is teardown[^]*--zone-id[^]*--image[^]*--address[^]*npm run trial/,
    )
    expect(() => read('--zone', 'Z1')).toThrow('Not understood: --zone Z1.')
  })
})
