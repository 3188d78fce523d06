/** The application that SDO brings along, where it runs on one machine: its image is known there without a registry. */
export const sampleApplication = {
  cpuCount: 0.01,
  memoryMb: 300,
  dockerBaseUrl: 'sdo/sample',
  numProcesses: 1,
  maxSpotPercentage: 100,
  exposedPortsV2: [{ port: 8080 }],
}

export const sampleTag = '1'
