import { expect, it, vi } from 'vitest'

it('is there once: with a second copy, what is nested in a transaction would wait for it for ever', async () => {
  await import('./transaction')
  vi.resetModules()
  await expect(import('./transaction')).rejects.toThrow('loaded twice')
})
