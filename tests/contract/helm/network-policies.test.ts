import { expect, it } from 'vitest'
import { podOf, render, withValues, type KubernetesDocument } from '../../helm/chart'
import { helmProgram } from '../../helm/helm-program'
import { describeUnlessMissing } from '../../kube/use-control-plane'

interface Peer {
  podSelector?: { matchLabels?: Record<string, string> }
  namespaceSelector?: { matchLabels?: Record<string, string> }
}
interface Policy {
  spec: { ingress: { ports: { port: string | number }[]; from?: Peer[] }[] }
}

/** Who may come in at `port`; undefined for everybody. */
const peersAt = ({ spec }: Policy, port: string): (Peer[] | undefined)[] =>
  spec.ingress.filter(({ ports }) => ports.some((one) => one.port === port)).map(({ from }) => from)

/** Whether a pod of the same namespace with these labels gets in at `port`. */
const letsIn = (policy: Policy, port: string, labels: Record<string, string> = {}) =>
  peersAt(policy, port).some((from) => !from || from.some((peer) => is(peer, labels)))

/** A namespace is chosen by labels that the one of the release does not have, or by none, which all have. */
function is({ podSelector, namespaceSelector }: Peer, labels: Record<string, string>): boolean {
  if (Object.keys(namespaceSelector?.matchLabels ?? {}).length > 0) return false
  return Object.entries(podSelector?.matchLabels ?? {}).every(([name, value]) => labels[name] === value)
}

describeUnlessMissing(helmProgram.missing(), 'the network policies of the chart', () => {
  it.each([
    ['whoever may', []],
    ['where only an ingress and Prometheus may', ['everything']],
  ])('let `helm test` ask what it asks, %s', async (_, files) => {
    const rendered = await render(withValues(files))
    const test = rendered.find(({ kind, metadata }) => kind === 'Pod' && metadata.name === 'sdo-test')
    const [container] = podOf(rendered, 'Pod', 'sdo-test').containers
    const asked = (container?.args ?? []).flatMap((text) => /^http:\/\/([\w-]+):\d+\//.exec(text)?.[1] ?? [])
    expect(asked).toEqual(['sdo-app', 'sdo-controller'])
    for (const name of asked) {
      const policy = policyOf(rendered, name)
      expect([name, letsIn(policy, name === 'sdo-app' ? 'http' : 'health', test?.metadata.labels)]).toEqual([
        name,
        true,
      ])
    }
  })

  it('let nobody of another namespace at health and metrics, unless it is named', async () => {
    const rendered = await render(withValues([]))
    for (const name of ['sdo-app', 'sdo-controller']) {
      const peers = peersAt(policyOf(rendered, name), 'health')
      expect(peers.length).toBeGreaterThan(0)
      for (const from of peers) expect([name, from]).toEqual([name, [{ podSelector: expect.anything() }]])
    }
  })

  it('let no other pod in where peers are named', async () => {
    const rendered = await render(withValues(['everything']))
    const stranger = { 'app.kubernetes.io/name': 'sdo', 'app.kubernetes.io/component': 'stranger' }
    for (const name of ['sdo-app', 'sdo-controller'])
      for (const port of ['http', 'health'])
        expect([name, port, letsIn(policyOf(rendered, name), port, stranger)]).toEqual([name, port, false])
  })
})

function policyOf(rendered: KubernetesDocument[], name: string): Policy {
  const found = rendered.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)
  if (!found) throw new Error(`The chart has no NetworkPolicy ${name}.`)
  return found as unknown as Policy
}
