/** Why the cloud does not take us for who we must be. */
export interface PlatformFault {
  reason: 'NoCredentials' | 'Refused' | 'OtherAccount' | 'RolesRefused'
  /** What is wrong and what to do, for the operator. Both are sentences without secrets. */
  problem: string
  remedy: string
}

/** The standing of the platform itself with the cloud, apart from any customer's account. */
export interface PlatformAccess {
  /** Asks the cloud who we are, and remembers what it says. An unanswered question changes nothing. Never rejects. */
  examine(): Promise<PlatformFault | undefined>
  /** The answer as it is known now. */
  fault(): PlatformFault | undefined
}
