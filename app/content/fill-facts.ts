/** Text with `{{group.name}}` replaced by what `facts` says. @throws Error that names what `facts` does not know */
export const fillFacts = (text: string, facts: Record<string, Record<string, string | number>>): string =>
  text.replaceAll(/\{\{([^\s}]+)\}\}/g, (placeholder, path: string) => {
    const [group = '', name = ''] = path.split('.')
    const known = Object.hasOwn(facts, group) ? facts[group] : undefined
    const fact = known && Object.hasOwn(known, name) ? known[name] : undefined
    if (fact === undefined) throw new Error(`The documentation says ${placeholder}, which is no fact.`)
    return String(fact)
  })
