import type { DesiredProcess } from '../../core/agent/protocol'

/** A process of the sample application with one port, 8080. */
export const buildDesiredProcess = (overrides: Partial<DesiredProcess> = {}): DesiredProcess => ({
  id: 'process-1',
  applicationId: 'application-1',
  applicationName: 'Shop',
  versionName: 'First',
  image: 'sdo/sample',
  tag: '1',
  cpu: 0.01,
  memoryMb: 300,
  ports: [8080],
  environment: { SDO_ENVIRONMENT_NAME: 'Production' },
  roles: {},
  secrets: {},
  ...overrides,
})
