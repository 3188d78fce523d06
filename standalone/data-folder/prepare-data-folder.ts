import { accessSync, constants, mkdirSync } from 'node:fs'
import { StartError } from '../options'

/** Makes the data folder if it is absent. @throws StartError if nothing can be written there */
export function prepareDataFolder(dataDir: string): void {
  try {
    // Others may pass through but not look: the database in it may run as another account. Secrets in it are private files.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${reason}): make it writable, or choose another with SDO_DATA_DIR.`,
      { cause },
    )
  }
}
