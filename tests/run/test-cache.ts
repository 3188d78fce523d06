import { homedir } from 'node:os'
import { join } from 'node:path'

/** The folder that keeps between runs what tests build or install. */
export const testCache = ({ SDO_TEST_CACHE }: NodeJS.ProcessEnv = process.env): string =>
  SDO_TEST_CACHE ?? join(homedir(), '.cache', 'sdo-tests')
