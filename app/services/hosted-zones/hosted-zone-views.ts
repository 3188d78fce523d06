export interface HostedZoneView {
  id: string
  name: string
  /** As people read it. */
  displayName: string
  dependentEnvironmentNames: string[]
}
