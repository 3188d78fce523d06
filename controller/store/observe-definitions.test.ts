import { expect, it } from 'vitest'
import { LivenessBoard } from '../../core/observability/liveness'
import { createMemoryStore } from '../../tests/builders/memory-store'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { observeDefinitions } from './observe-definitions'
import { DefinitionGoneError } from './store'

const write = {
  name: 'shop',
  labels: {},
  spec: { displayName: 'Shop', awsAccount: 'main', spotStrategy: 'ALL', overrides: [] },
} as const

function build() {
  const clock = new VirtualClock()
  const board = new LivenessBoard(clock)
  const kept = createMemoryStore(clock)
  let isGone = true
  const refusing = {
    ...kept,
    apply: ((kind, what) =>
      isGone
        ? Promise.reject(new DefinitionGoneError('Its definition was deleted.'))
        : kept.apply(kind, what)) as typeof kept.apply,
  }
  const store = observeDefinitions(board, clock)(refusing)
  const apply = () => store.apply('Environment', { ...write, spec: { ...write.spec, overrides: [] } })
  return { clock, board, apply, bringBack: () => (isGone = false) }
}

it('says of what kind nothing new can be made, until it can again', async () => {
  const { clock, board, apply, bringBack } = build()
  await expect(apply()).rejects.toThrow('Its definition was deleted.')
  await clock.advance(11_000)
  expect(board.faults()).toEqual(['definition of Environment fails for 11 s. Its definition was deleted.'])
  bringBack()
  await apply()
  expect(board.faults()).toEqual([])
  expect(board.states()).toEqual([])
})

it('forgets it when nobody asks for such a resource any more', async () => {
  const { clock, board, apply } = build()
  await expect(apply()).rejects.toThrow()
  await clock.advance(100_000)
  await expect(apply()).rejects.toThrow()
  await clock.advance(100_000)
  expect(board.faults()).toHaveLength(1)
  await clock.advance(20_000)
  expect(board.faults()).toEqual([])
})
