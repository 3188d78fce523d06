import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FormContext } from '../form-context'
import type { FormFailure } from '../../http/forms/submitted-form'
import { ApplicationFields } from './application-fields'

type Config = Parameters<typeof ApplicationFields>[0]['config']

const refused = (fields: FormFailure['fields'], values: FormFailure['values'] = {}): FormFailure => ({
  form: 'createApplication',
  subject: '',
  message: '',
  fields,
  values,
})

const markupOf = (config?: Config, refusal?: FormFailure) =>
  renderToStaticMarkup(
    <FormContext.Provider
      value={{
        id: '',
        refusal,
        failure: refusal,
        keptOut: undefined,
        isPending: false,
        mend: () => {},
      }}
    >
      <ApplicationFields config={config} />
    </FormContext.Provider>,
  )

/** Summaries of the groups that are open. */
const openIn = (markup: string): string[] =>
  [...markup.matchAll(/<details open="" class="panel[^>]*><summary[^>]*>([^<:]+)/g)].map(
    ([, summary]) => summary ?? '',
  )

const asCreated = { cpuCount: 0.25, memoryMb: 512, numProcesses: 1, maxSpotPercentage: 100 }

describe('the fields of an application', () => {
  it('are image, size, number and port, filled as most need them; the rest is there and folded away', () => {
    const markup = markupOf()
    expect(openIn(markup)).toEqual([])
    const shown = markup.slice(0, markup.indexOf('<details'))
    const valueOf = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(shown)?.[1] ?? ''
    const names = ['dockerBaseUrl', 'cpuCount', 'memoryMb', 'numProcesses', 'port']
    expect(names.map(valueOf)).toEqual(['', '0.25', '512', '1', ''])
    const beforeScripts = shown.slice(0, shown.indexOf('<noscript'))
    expect(beforeScripts.match(/name="port"/g)).toHaveLength(1)
    for (const name of [
      'maxSpotPercentage',
      'registryCredentials',
      'roleKey',
      'variableName',
      'healthCheck.path',
    ])
      expect(markup).toContain(`name="${name}"`)
    expect(openIn(markupOf(asCreated))).toEqual([])
  })

  it.each<[string, Config]>([
    ['Variables and secrets', { environmentVariables: { LEVEL: 'debug' } }],
    ['Variables and secrets', { secrets: { KEY: 'arn' } }],
    ['More', { maxSpotPercentage: 40 }],
    ['More', { registryCredentials: 'arn' }],
    ['More', { roles: { reader: 'arn' } }],
    ['Advanced', { container: { capabilities: ['SYS_NICE'] } }],
  ])('are unfolded by what an application has of its own: %s, %j', (summary, config) => {
    expect(openIn(markupOf({ ...asCreated, ...config }))).toEqual([summary])
  })

  it.each([
    ['Variables and secrets', 'variableName.1'],
    ['Variables and secrets', 'secrets'],
    ['More', 'roleArn.0'],
    ['More', 'maxSpotPercentage'],
    ['Advanced', 'healthCheck.path'],
  ])('are unfolded by a fault and by what was typed in a form that was refused: %s, %s', (summary, field) => {
    const [control = ''] = field.endsWith('path') ? [field] : field.split('.')
    expect(openIn(markupOf(undefined, refused({ [field]: 'Wrong.' })))).toEqual([summary])
    expect(openIn(markupOf(undefined, refused({}, { [control]: ['', 'typed'] })))).toEqual([summary])
    expect(openIn(markupOf(undefined, refused({}, { [control]: [''], maxSpotPercentage: ['100'] })))).toEqual(
      [],
    )
  })
})
