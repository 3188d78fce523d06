import { describe, expect, it, onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { kinds, type Kind, type SpecOf } from '../../../core/resources/kinds'
import { isAsApplied } from '../../../core/resources/fingerprint'
import { apiVersion, isToGo } from '../../../core/resources/metadata'
import { silentLogger } from '../../../core/logging/logger'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import { describeWithControlPlane } from '../../kube/use-control-plane'
import {
  buildAwsAccountSpec,
  buildDeploymentSpec,
  buildEnvironmentSpec,
  buildEnvironmentStatus,
  uniqueName,
} from './specs'

const manifest = <K extends Kind>(kind: K, name: string, spec: SpecOf<K> | Record<string, unknown>) =>
  stringify({ apiVersion, kind, metadata: { name, namespace: 'sdo' }, spec })

describeWithControlPlane('an operator with kubectl', (useControlPlane) => {
  const apply = (text: string) => useControlPlane().kubectl(['apply', '-f', '-'], text)
  const get = async (...parameters: string[]) => {
    const { stdout, stderr } = await useControlPlane().kubectl(['-n', 'sdo', 'get', ...parameters])
    expect(stderr).toBe('')
    return stdout
  }

  it('sees what runs where, in which phase, at what cost', async () => {
    const store = createKubernetesStore({
      kubeConfig: useControlPlane().kubeConfig,
      namespace: 'sdo',
      log: silentLogger,
    })
    const name = uniqueName('env')
    const spec = buildEnvironmentSpec({ displayName: 'Shop' })
    const created = await store.apply('Environment', { name, labels: {}, spec })
    const status = buildEnvironmentStatus({
      phase: 'Ready',
      message: 'All is well.',
      servingDeployment: 'deploy-7',
    })
    await store.replaceStatus('Environment', created, status)
    await store.close()

    const [header = '', row = ''] = (await get('environments', name)).split('\n')
    expect(header.trim().split(/\s{2,}/)).toEqual([
      'NAME',
      'TITLE',
      'PHASE',
      'SERVING',
      'USD/H',
      'MESSAGE',
      'PAUSED',
      'AGE',
    ])
    expect(
      row
        .trim()
        .split(/\s{2,}/)
        .slice(0, -1),
    ).toEqual([name, 'Shop', 'Ready', 'deploy-7', '0.0416', 'All is well.'])
    await useControlPlane().kubectl(['-n', 'sdo', 'annotate', 'env', name, 'sdo.dev/paused=True'])
    expect(await get('environments', name)).toMatch(/All is well\.\s+True\s/)
  })

  it('is told by the fingerprint when somebody edits a spec, and the next apply restores all of it', async () => {
    const store = createKubernetesStore({
      kubeConfig: useControlPlane().kubeConfig,
      namespace: 'sdo',
      log: silentLogger,
    })
    onTestFinished(() => store.close())
    const write = { name: uniqueName('env'), labels: {}, spec: buildEnvironmentSpec() }
    const created = await store.apply('Environment', write)
    const patch = JSON.stringify({ spec: { spotStrategy: 'NONE', overrides: [], examineRequestedEpoch: 7 } })
    const { stderr } = await useControlPlane().kubectl([
      '-n',
      'sdo',
      'patch',
      'env',
      write.name,
      '--type=merge',
      '-p',
      patch,
    ])
    expect(stderr).toBe('')
    const edited = await store.get('Environment', write.name)
    expect(edited && isAsApplied(edited)).toBe(false)
    const restored = await store.apply('Environment', write)
    expect(restored.spec).toEqual(created.spec)
    expect(isAsApplied(restored)).toBe(true)
  })

  it('cannot delete what runs by a slip, and is told how to mean it', async () => {
    const store = createKubernetesStore({
      kubeConfig: useControlPlane().kubeConfig,
      namespace: 'sdo',
      log: silentLogger,
    })
    onTestFinished(() => store.close())
    const name = uniqueName('env')
    const created = await store.apply('Environment', { name, labels: {}, spec: buildEnvironmentSpec() })
    const remove = () => useControlPlane().kubectl(['-n', 'sdo', 'delete', 'env', name, '--wait=false'])
    const refused = await remove()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/delete it in the portal.*annotate it with sdo\.dev\/allow-deletion=true/s)
    expect(await store.get('Environment', name)).toEqual(created)
    await useControlPlane().kubectl(['-n', 'sdo', 'annotate', 'env', name, 'sdo.dev/allow-deletion=true'])
    expect((await remove()).code).toBe(0)
    const marked = await store.get('Environment', name)
    expect(marked && isToGo(marked.metadata)).toBe(true)
  })

  it.each([
    ['Environment', buildEnvironmentSpec()],
    ['Deployment', buildDeploymentSpec()],
    ['AwsAccount', buildAwsAccountSpec()],
  ] as const)('may apply a right %s and finds it by each of its names', async (kind, spec) => {
    const name = uniqueName('applied')
    expect(await apply(manifest(kind, name, spec))).toMatchObject({ code: 0, stderr: '' })
    const { plural, singular, shortNames } = kinds[kind]
    for (const word of [`${plural}.sdo.dev`, `${singular}.sdo.dev`, ...shortNames])
      expect(await get(word, name, '-o', 'name')).toBe(`${singular}.sdo.dev/${name}\n`)
    expect(await get('sdo', '-o', 'name')).toContain(`${singular}.sdo.dev/${name}\n`)
  })

  describe('is told what is wrong when', () => {
    const application = buildDeploymentSpec().applications[0]
    const cases: [string, string, ...RegExp[]][] = [
      [
        'a value is not one of the allowed',
        manifest('Environment', 'wrong', { ...buildEnvironmentSpec(), spotStrategy: 'SOME' }),
        /spec\.spotStrategy: Unsupported value: "SOME": supported values: "ALL", "ALL_BUT_ONE"/,
      ],
      [
        'a field is missing',
        manifest('Environment', 'wrong', { displayName: 'Shop', spotStrategy: 'ALL', overrides: [] }),
        /spec\.awsAccount: Required value/,
      ],
      [
        'a field is misspelled',
        manifest('Environment', 'wrong', { ...buildEnvironmentSpec(), awsAcount: 'main' }),
        /unknown field "spec\.awsAcount"/,
      ],
      [
        'a text does not have its form',
        manifest('AwsAccount', 'wrong', { ...buildAwsAccountSpec(), accountNumber: '12' }),
        /spec\.accountNumber: Invalid value: "12".*should match '\^\\d\{12\}\$'/s,
      ],
      [
        'a number deep inside is out of range',
        manifest('Deployment', 'wrong', {
          ...buildDeploymentSpec(),
          applications: [{ ...application, cpu: 0, ports: [{ port: 70_000 }] }],
        }),
        /spec\.applications\[0\]\.cpu: Invalid value: 0: .*greater than 0/,
        /spec\.applications\[0\]\.ports\[0\]\.port: Invalid value: 70000: .*less than or equal to 65535/,
      ],
      [
        'an application is there twice',
        manifest('Deployment', 'wrong', {
          ...buildDeploymentSpec(),
          applications: [application, application],
        }),
        /spec\.applications\[1\]: Duplicate value.*"applicationId":"web"/s,
      ],
      [
        'ports and subdomains are there twice',
        manifest('Deployment', 'wrong', {
          ...buildDeploymentSpec(),
          applications: [{ ...application, ports: [{ port: 80 }, { port: 80 }] }],
        }),
        /spec\.applications\[0\]\.ports\[1\]: Duplicate value.*"port":80/s,
      ],
      [
        'a subdomain is there twice',
        manifest('Deployment', 'wrong', {
          ...buildDeploymentSpec(),
          applications: [
            {
              ...application,
              ports: [
                { port: 80, subdomain: 'a' },
                { port: 81, subdomain: 'a' },
              ],
            },
          ],
        }),
        /Each subdomain can be used only once\./,
      ],
      [
        'image and tag have blanks, and there are far too many',
        manifest('Deployment', 'wrong', {
          ...buildDeploymentSpec(),
          applications: [{ ...application, image: 'sdo/ sample', tag: 'a b', count: 999_999_999 }],
        }),
        /An image is an address without blanks/,
        /A tag has letters, numbers/,
        /count: Invalid value: 999999999: .*less than or equal to 10000/,
      ],
      [
        'an override is there twice',
        manifest('Environment', 'wrong', {
          ...buildEnvironmentSpec(),
          overrides: [{ applicationId: 'web' }, { applicationId: 'web' }],
        }),
        /spec\.overrides\[1\]: Duplicate value/,
      ],
      [
        'a name is longer than a label',
        manifest('Environment', 'a'.repeat(80), buildEnvironmentSpec()),
        /A name has at most 63 characters, because labels carry it\./,
      ],
      [
        'a value has another type',
        manifest('Environment', 'wrong', { ...buildEnvironmentSpec(), displayName: 7 }),
        /spec\.displayName: Invalid value: "integer".*must be of type string/s,
      ],
    ]
    it.each(cases)('%s', async (_, text, ...messages) => {
      const { code, stderr } = await apply(text)
      expect(code).toBe(1)
      for (const message of messages) expect(stderr).toMatch(message)
    })

    it('a deployment is changed', async () => {
      const name = uniqueName('deploy')
      expect(await apply(manifest('Deployment', name, buildDeploymentSpec()))).toMatchObject({ code: 0 })
      const { code, stderr } = await apply(manifest('Deployment', name, buildDeploymentSpec({ sequence: 2 })))
      expect(code).toBe(1)
      expect(stderr).toMatch(
        /spec: Invalid value.*A deployment never changes\. Create the next one instead\./s,
      )
    })
  })
})
