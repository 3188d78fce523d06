import { plainName } from '../../core/dns/dns-names'
import { internetAlone, isReachable, type Reach } from '../../core/outgoing/reach'
import { DnsSilence, type Delegations } from './delegations'
import { ask, type DnsAnswer, type DnsQuestion, type DnsServer } from './ask'

interface AskParentOptions {
  /** Resolvers that find the parent; the next is asked where one is silent. */
  resolvers: DnsServer[]
  /** Where the parent's name servers may be: their addresses are a stranger's to give. */
  reach?: Reach
  /** On which the parent's name servers answer; for tests. */
  port?: number
}

/** So many of the parent's name servers are asked. */
const mostServers = 4

/**
 * Asks the name servers of the parent themselves. Resolvers only find them: their memory, and what the zone says of itself, prove
 * nothing about who holds a name now.
 */
export function askParent({ resolvers, reach = internetAlone, port = 53 }: AskParentOptions): Delegations {
  async function resolve(question: Omit<DnsQuestion, 'isRecursive'>): Promise<DnsAnswer> {
    let silence = new DnsSilence('There is no resolver to ask.')
    for (const resolver of resolvers)
      try {
        return await ask(resolver, { ...question, isRecursive: true })
      } catch (error) {
        if (!(error instanceof DnsSilence)) throw error
        silence = error
      }
    throw silence
  }

  /** Name servers of the closest name above that has any. */
  async function findParentServers(name: string): Promise<string[]> {
    for (const ancestor of ancestorsOf(name)) {
      const { answers } = await resolve({ name: ancestor, type: 'NS' })
      const servers = nameServersIn(answers, ancestor)
      if (servers.length > 0) return servers
    }
    throw new DnsSilence(`Nobody says who delegates ${name}.`)
  }

  const addressesOf = async (server: string): Promise<string[]> =>
    (await resolve({ name: server, type: 'A' })).answers.flatMap((answer) =>
      answer.type === 'A' ? answer.data : [],
    )

  async function askServer(server: string, name: string): Promise<string[]> {
    const host = (await addressesOf(server)).find((address) => isReachable(address, reach))
    // The same words for none and for one of a private network, without its name: what there is in ours is told to nobody.
    if (host === undefined)
      throw new DnsSilence(`A name server of the zone above ${name} has no public address.`)
    const { answers, authorities } = await ask({ host, port }, { name, type: 'NS', isRecursive: false })
    return nameServersIn([...answers, ...authorities], name)
  }

  return {
    async of(name) {
      const servers = (await findParentServers(name)).slice(0, mostServers)
      const asked = await Promise.allSettled(servers.map((server) => askServer(server, name)))
      const answered = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      for (const one of asked)
        if (one.status === 'rejected' && (answered.length === 0 || !(one.reason instanceof DnsSilence)))
          throw one.reason
      return answered
    },
  }
}

/** `a.example.com` is below `example.com`, `com` and the root. */
function ancestorsOf(name: string): string[] {
  const labels = plainName(name).split('.')
  return labels.map((_label, index) => labels.slice(index + 1).join('.'))
}

const nameServersIn = (answers: DnsAnswer['answers'], name: string): string[] =>
  [
    ...new Set(
      answers.flatMap((answer) =>
        answer.type === 'NS' && plainName(answer.name) === plainName(name) ? plainName(answer.data) : [],
      ),
    ),
  ].sort()
