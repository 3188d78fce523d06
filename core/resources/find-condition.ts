/** The condition of one type; undefined while its reconciler has said nothing of it. */
export const findCondition = <Found extends { type: string }>(
  conditions: readonly Found[],
  type: string,
): Found | undefined => conditions.find((condition) => condition.type === type)
