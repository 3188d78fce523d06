export const hourMilliseconds = 60 * 60_000
export const dayMilliseconds = 24 * hourMilliseconds
