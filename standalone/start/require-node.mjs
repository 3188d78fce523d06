const oldest = [20, 19]

/** @throws Error with one sentence if `version` is older than what SDO runs on */
export function requireNode(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  throw new Error(
    `SDO needs Node.js ${oldest.join('.')} or later and this is ${version}: install a newer one from https://nodejs.org and start again.`,
  )
}
