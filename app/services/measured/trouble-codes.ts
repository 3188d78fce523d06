import { processLines } from '../../../core/environment-log/process-lines'

const { unhealthy, restarted, crashLoop, memoryLoop, programKilled, down } = processLines

/** Codes of the lines that say that a process was unhealthy, crashed or was started again. */
export const restartCodes = [unhealthy, restarted, crashLoop].map(({ code }) => code)

/** Codes of the lines that say that memory ran out. */
export const memoryCodes = [memoryLoop, programKilled].map(({ code }) => code)

/** What curves show beside deployments. */
export const troubleCodes = [...restartCodes, ...memoryCodes, down.code]
