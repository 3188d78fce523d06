export const variableMessages = {
  twice: 'Each variable can be there only once.',
  nameMissing: 'A variable needs a name.',
}
