import { test } from '@playwright/test'
import { createDataDir, removeDataDir, Sdo } from '../../builders/start-sdo'
import { walkStory } from './story'

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })
    test.setTimeout(300_000)

    test('a newcomer gets an application live, changes it without losing a request, and leaves nothing behind', async ({
      page,
    }) => {
      const dataDir = createDataDir()
      const sdo = new Sdo({ dataDir, flags: ['--empty'] })
      const missing: string[] = []
      page.on('response', (response) => {
        if (response.status() === 404) missing.push(response.url())
      })
      try {
        await walkStory(page, await sdo.ready(), javaScriptEnabled)
        test.expect(missing, 'a page asked for what is not there').toEqual([])
      } finally {
        await sdo.interrupt()
        removeDataDir(dataDir)
      }
    })
  })
}
