import { UniqueConstraintError } from 'sequelize'

/**
 * The result of `work`, or of the answer to the unique index that it violated. The index decides, and not a look
 * beforehand, so that of two people who take the same name at once exactly one gets it.
 *
 * @param answers by name of the index; they run after the transaction of `work` was rolled back
 */
export async function orWhenTaken<Result>(
  work: () => Promise<Result>,
  answers: Record<string, () => Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (failure) {
    const answer = answers[violatedIndex(failure) ?? '']
    if (answer) return answer()
    throw failure
  }
}

const violatedIndex = (failure: unknown): string | undefined =>
  failure instanceof UniqueConstraintError && 'constraint' in failure.parent
    ? String(failure.parent.constraint)
    : undefined
