/** How many recovery codes somebody gets at a time. */
export const recoveryCodesPerSet = 10

/** From how many on people are told to make new ones. */
export const fewRecoveryCodes = 3

/** A sentence about how many are left, with what to do when that is few. */
export function describeRecoveryCodesLeft(left: number): string {
  const remaining = `${left} ${left === 1 ? 'is' : 'are'} left.`
  return left > fewRecoveryCodes ? remaining : `${remaining} Make new ones under Website Security.`
}
