import { declareMessages } from '../../core/messages/declare-messages'

export const variableMessages = declareMessages('variable-files', {
  twice: 'Each variable can be there only once.',
  fileWrong: { docs: '/docs/application-integration#a-env-file', text: (fault: string) => fault },
  nameMissing: 'A variable needs a name.',
  fileWasRead: {
    docs: '/docs/application-integration#a-env-file',
    text: 'Check what was read of the .env file, then save again.',
  },
})
