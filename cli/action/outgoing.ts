// Bundled into the folder of the GitHub action, beside which there are no packages.
export { explainTlsFault } from '../api/tls-fault'
export { exitCodes } from '../exit-codes'
export { createSend } from './create-send'
