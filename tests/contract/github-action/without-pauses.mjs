// Loaded before the action: its pauses take no time, and are told as lines of their own.
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

timers.setTimeout = async (milliseconds) => console.log(`pause ${milliseconds}`)
syncBuiltinESMExports()
