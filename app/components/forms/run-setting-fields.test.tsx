import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { RunSettings } from '../../../core/application/run-settings'
import { readInput } from '../../input/rule'
import { runSettingsRule } from '../../input/run-settings'
import { readRunSettings } from './read-application-config'
import { RunSettingFields } from './run-setting-fields'

const shown = (settings: RunSettings) => renderToStaticMarkup(<RunSettingFields settings={settings} />)

/** What a browser sends of the fields as they stand there. */
function sentBy(markup: string): Record<string, string[]> {
  const fields = [...markup.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1]
    const isBox = attribute('type') === 'checkbox'
    if (isBox && !/ checked=""/.test(input)) return []
    const sent: [string, string[]] = [attribute('name') ?? '', [attribute('value') ?? (isBox ? 'on' : '')]]
    return [sent]
  })
  return Object.fromEntries(fields)
}

const read = (sent: Record<string, string[]>, present?: RunSettings) =>
  readInput(runSettingsRule(present), readRunSettings({ all: (name) => sent[name] ?? [] })).runSettings

describe('the fields of health check, container and warnings', () => {
  const own: RunSettings = {
    healthCheck: { path: '/ready', host: 'shop.example.com', graceSeconds: 300, statuses: '200-399' },
    container: { stopGraceSeconds: 60, init: false, capabilities: ['IPC_LOCK', 'SYS_PTRACE'] },
    warnings: { memoryPercent: 90, outOfMemory: false },
  }

  it('send what they show, whether that is as by default or not', () => {
    for (const settings of [own, {}]) expect(read(sentBy(shown(settings)), own)).toEqual(settings)
  })

  it('leave the default to a page from before there were any', () => {
    expect(read({})).toEqual({})
  })
})
