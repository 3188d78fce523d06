/**
 * Contractions since the release before, in the words of contractionsBetween, each with why that release gets along with it: it uses no more
 * what goes, and writes nothing that the new rule refuses. Emptied when a release is recorded.
 */
export const declared: Record<string, string> = {}
