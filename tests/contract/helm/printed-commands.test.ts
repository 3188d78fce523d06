import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import { silentLogger } from '../../../core/logging/logger'
import { helmProgram } from '../../helm/helm-program'
import { commandsIn, printedIn } from '../../helm/manual'
import { openShell, type Reader } from '../../helm/reader'
import { describeUnlessMissing, describeWithControlPlane } from '../../kube/use-control-plane'
import { buildEnvironmentSpec, buildEnvironmentStatus } from '../store/specs'

const pages = [
  'README.md',
  'docs/install.md',
  'docs/operations.md',
  ...readdirSync('docs/resources').map((name) => `docs/resources/${name}`),
]

/** Whole commands, in blocks and in sentences; tests/machines/installation.test.ts runs the blocks of docs/install.md, up to where everything is removed. */
const printed = pages
  .flatMap((page) => {
    const text = readFileSync(page, 'utf8')
    const inBlocks = page === 'docs/install.md' ? [] : [...text.matchAll(/^(kubectl .*)$/gm)]
    return [...inBlocks, ...text.matchAll(/`((?:kubectl|helm) [^`\n]+)`/g)].map(([, command = '']) => command)
  })
  .map((command) => command.replace(/ +#.*$/, ''))
  .filter((command) => /^kubectl (-n sdo|apply|explain) |^helm template /.test(command))
const isLast = (command: string) => command.includes(' delete ')
const commands = [...new Set([...printed.filter((one) => !isLast(one)), ...printed.filter(isLast)])]

/** The tests' Helm is built without the version of Kubernetes that a released one stands for. */
const versioned = (command: string) => command.replace(/^helm template/, '$& --kube-version 1.36.0')

describeUnlessMissing(helmProgram.missing(), 'an operator', () =>
  describeWithControlPlane('at a shell', (useControlPlane) => {
    let reader: Reader
    beforeAll(async () => {
      reader = await openShell(useControlPlane())
      reader.write('values.yaml', printedIn('Values', 'yaml').join('\n').replaceAll('…', 'a'.repeat(64)))
      await reader.run(
        versioned(
          'helm template sdo helm/sdo --namespace sdo --values values.yaml --no-hooks | kubectl -n sdo apply -f -',
        ),
      )
      const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' }
      reader.write('lease.json', JSON.stringify({ ...lease, metadata: { name: 'sdo-controller' } }))
      await reader.run('kubectl -n sdo create -f lease.json')
      const { kubeConfig } = useControlPlane()
      const store = createKubernetesStore({ kubeConfig, namespace: 'sdo', log: silentLogger })
      const spec = buildEnvironmentSpec()
      const created = await store.apply('Environment', { name: 'production', labels: {}, spec })
      const ready = {
        type: 'Ready',
        status: 'True',
        reason: 'Ready',
        message: '',
        lastTransitionTime: '2020-01-01T00:00:00.000Z',
        observedGeneration: 1,
      } as const
      await store.replaceStatus('Environment', created, buildEnvironmentStatus({ conditions: [ready] }))
      await store.close()
    })
    afterAll(() => reader?.leave())

    it('finds the commands in the pages', () => {
      expect(commands.length).toBeGreaterThan(30)
    })

    it.each(commands)('can do what is printed: %s', async (command) => {
      // Nothing ends those that go on, and no controller lets go of what is deleted.
      await reader.run(
        versioned(command)
          .replace('NAME', 'production')
          .replace(/ --watch$/, '')
          .replace(/ delete /, ' delete --wait=false '),
      )
    })

    it('removes everything as is printed, once no resource is left', async () => {
      await reader.run(
        `kubectl -n sdo patch environment production --type=merge -p '{"metadata":{"finalizers":null}}'`,
      )
      const [look = '', ...remove] = commandsIn('Uninstall')
      expect(await reader.run(look)).toBe('')
      for (const command of remove) await reader.run(command)
      const left = await reader.run('kubectl get crd,validatingadmissionpolicy -o name')
      expect(left).not.toContain('sdo.dev')
    })
  }),
)
