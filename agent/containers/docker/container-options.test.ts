import { describe, expect, it } from 'vitest'
import { keptCapabilities } from '../../../core/process/confinement'
import type { ContainerSpec } from '../runtime'
import { containerOptions } from './container-options'

const host = { instance: 'i', network: 'sdo', publishOn: '127.0.0.1', cpus: 2, hasInit: true }
const spec: ContainerSpec = {
  processId: 'p',
  image: 'sdo/sample',
  tag: '1',
  cpu: 1,
  memoryMb: 300,
  ports: [],
  environment: {},
}

describe('what Docker is asked for', () => {
  it('is what every container keeps, and the capabilities that the application asks for', () => {
    const { HostConfig } = containerOptions({ ...spec, capabilities: ['IPC_LOCK'] }, host)
    expect(HostConfig).toMatchObject({
      CapDrop: ['ALL'],
      CapAdd: [...keptCapabilities, 'IPC_LOCK'],
      SecurityOpt: ['no-new-privileges'],
    })
    expect(containerOptions(spec, host).HostConfig?.CapAdd).toEqual(keptCapabilities)
  })
})
