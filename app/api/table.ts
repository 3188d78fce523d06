import type { Call } from './call'

/** Every call of /v1, area by area. */
export const apiTable: Call[] = []
