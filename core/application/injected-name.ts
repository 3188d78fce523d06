/** A name as processes read it in their variables: without blanks. */
export const injectedName = (name: string): string => name.replaceAll(' ', '_')

/** The part of the name of a variable that an application's name becomes. */
export const variablePart = (applicationName: string): string => injectedName(applicationName).toUpperCase()

/** Variable by which the other applications of an environment find a port of an application. */
export const urlVariable = (applicationName: string, port: number): string =>
  `SDO_URL_${variablePart(applicationName)}_${port}`
