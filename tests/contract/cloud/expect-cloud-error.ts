import { expect } from 'vitest'
import { CloudError, type CloudErrorKind } from '../../../controller/cloud/cloud'

/** Expects a refusal of one of `kinds` with a message, and gives it. */
export async function expectCloudError(
  work: Promise<unknown>,
  ...kinds: CloudErrorKind[]
): Promise<CloudError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(CloudError)
  const refusal = error as CloudError
  expect(kinds, refusal.message).toContain(refusal.kind)
  expect(refusal.message).not.toBe('')
  return refusal
}
