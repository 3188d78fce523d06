/** Whether a field of this name holds what nobody else may see: it is neither shown again nor recorded. */
export const isSecretField = (name: string): boolean => /password|token|code|secret/i.test(name)
