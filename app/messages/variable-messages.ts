export const variableMessages = {
  twice: 'Each variable can be there only once.',
  nameMissing: 'A variable needs a name.',
  fileWasRead: 'Check what was read of the .env file, then save again.',
}
