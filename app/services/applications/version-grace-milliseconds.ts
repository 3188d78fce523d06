/** How long a version is kept though it is deployed nowhere, and its application can not be deleted. */
export const versionGraceMilliseconds = 24 * 60 * 60 * 1_000
