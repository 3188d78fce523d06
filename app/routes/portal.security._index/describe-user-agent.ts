/** In the order to look: most browsers also name the ones that they descend from. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** The command line, with the machine that it says it is on. */
const commandLine = /^sdo\/\S+ \([^;)]*; ([\w.-]+)\)/

const first = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** A browser's own description in two words, such as `Firefox on Windows`, and `sdo on build-7`; a program's name as it gave it. */
export function describeUserAgent(userAgent: string): string {
  const machine = commandLine.exec(userAgent)?.[1]
  if (machine !== undefined) return `sdo on ${machine}`
  const browser = first(browsers, userAgent)
  const system = first(systems, userAgent)
  if (browser) return system ? `${browser} on ${system}` : browser
  return userAgent.split(/[\s/]/)[0] || 'Unknown'
}
