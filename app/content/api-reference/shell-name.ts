/** The variable of a shell that stands for a parameter: `VERSION_ID` for `versionId`. */
export const shellNameOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
