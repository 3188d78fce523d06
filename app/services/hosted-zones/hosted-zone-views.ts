export interface HostedZoneView {
  id: string
  name: string
  /** The zone's name as people read it. */
  displayName: string
  dependentEnvironmentNames: string[]
}
