import type { AgentRelease } from '../../../core/agent/protocol'

/** What the owner of the account does in it beside the product. Everything has a fixed name, so that it is found again by whoever tears down. */
export interface TrialAccount {
  /** 12 digits. */
  readonly accountNumber: string
  /** Puts the bundles of two releases where instances find them: the present one, and one that agents give way to. */
  publishAgents(signal: AbortSignal): Promise<TrialReleases>
  /** Nothing there is fine. */
  removeAgents(): Promise<void>
  /** Applies the role template, once or again, until CloudFormation is through. @throws Error with its reason */
  installRoles(template: object, signal: AbortSignal): Promise<void>
  /** Until CloudFormation is through. Nothing there is fine. */
  removeRoles(): Promise<void>
  /** A VPC of this range, the same one however often it is asked for. @returns its id */
  makeNetwork(cidr: string, signal: AbortSignal): Promise<string>
  /** Nothing there is fine. */
  removeNetwork(): Promise<void>
  /** The VPCs that the product made. */
  listEnvironmentNetworks(): Promise<{ id: string; range: string }[]>
  /** Deletes what the processes of the environment wrote, which the product keeps. Nothing there is fine. */
  removeLogs(): Promise<void>
  /** Has AWS take a Spot instance back, with its warning two minutes before. @returns how that was done, as a sentence */
  takeBack(instanceId: string, signal: AbortSignal): Promise<string>
  /** What `takeBack` needed. Nothing there is fine. */
  removeTakeBack(): Promise<void>
  /** Whether the address answers with a success. */
  isAnswering(url: string): Promise<boolean>
  /** Kind and id of all that the product and the trial make, as far as it is there. */
  listLeft(): Promise<string[]>
}

export interface TrialReleases {
  present: AgentRelease
  next: AgentRelease
}
