import { describe, expect, it } from 'vitest'
import { readSampleOptions } from './options'

describe('the options of the sample program', () => {
  it('are what the agent injects', () => {
    const environment = {
      SDO_PROCESS_ID: 'process-1',
      SDO_APPLICATION_NAME: 'Shop',
      SDO_LISTEN_8080: '50001',
      SDO_STOP_URL: 'http://127.0.0.1:1/stop/secret',
    }
    expect(readSampleOptions(environment, '2')).toMatchObject({
      tag: '2',
      processId: 'process-1',
      applicationName: 'Shop',
      ports: [{ port: 8080, hostPort: 50_001 }],
      stopUrl: 'http://127.0.0.1:1/stop/secret',
    })
  })

  it('are the port of the image in a container, where nobody says where to listen', () => {
    expect(readSampleOptions({ SAMPLE_IS_CONTAINED: '1' }, '2')).toMatchObject({
      isContained: true,
      ports: [{ port: 8080, hostPort: 8080 }],
    })
  })

  it('show only what the platform injected, and nothing that opens something', () => {
    const environment = {
      HOME: '/root',
      SDO_STOP_URL: 'http://127.0.0.1:1/stop/secret',
      SDO_CREDENTIALS_URL: 'https://127.0.0.1:1/?token=secret',
      SDO_ENVIRONMENT_NAME: 'Production',
    }
    expect(readSampleOptions(environment, '1').injected).toEqual({
      SDO_CREDENTIALS_URL: '(hidden)',
      SDO_ENVIRONMENT_NAME: 'Production',
      SDO_STOP_URL: '(hidden)',
    })
  })
})
