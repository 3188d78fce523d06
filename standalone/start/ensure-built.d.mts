/** Builds if a source changed since the last build that succeeded. @throws if the build fails */
export function ensureBuilt(): void
