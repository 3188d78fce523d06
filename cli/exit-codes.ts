/** How a command ends, for scripts. docs: app/content/docs/command-line.md */
export const exitCodes = {
  done: 0,
  /** A deployment that was waited for failed, or was stopped or declined. */
  deploymentFailed: 1,
  usage: 2,
  notSignedIn: 3,
  /** SDO understood and said no. */
  refused: 4,
  notReached: 5,
  /** The deployment that was waited for had not ended in time. It goes on. */
  timedOut: 6,
  /** The deployment is live, and a name of what it brought does not answer, because it is taken. */
  nameTaken: 7,
  /** The deployment was live, and SDO has undone it while it was watched. */
  undone: 8,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
