import { describe, expect, it } from 'vitest'
import { findCircles } from './find-circles'
import { listImports } from './list-imports'

describe('the drawing of each folder', () => {
  it('shows no rooms that import each other, be they files or folders', { timeout: 120_000 }, async () => {
    const imports = await listImports()
    expect(imports.length).toBeGreaterThan(1000)
    const circles = findCircles(imports).map(({ folder, rooms, imports: arrows }) => [
      `${folder}: ${rooms.join(' <-> ')}`,
      ...arrows.map(({ from, to }) => `  ${from} -> ${to}`),
    ])
    expect(circles.map((lines) => lines.join('\n')).join('\n')).toBe('')
  })
})

describe('findCircles', () => {
  it('finds folders that import each other by different files', () => {
    expect(
      findCircles([
        { from: 'app/a/one.ts', to: 'app/b/two.ts' },
        { from: 'app/b/three.ts', to: 'app/a/four.ts' },
        { from: 'app/b/two.ts', to: 'core/five.ts' },
      ]),
    ).toMatchObject([{ folder: 'app', rooms: ['a', 'b'] }])
  })

  it('finds a circle over three rooms, one of them a file', () => {
    const circle = [
      { from: 'x/a/one.ts', to: 'x/two.ts' },
      { from: 'x/two.ts', to: 'x/b/three.ts' },
      { from: 'x/b/three.ts', to: 'x/a/four.ts' },
    ]
    expect(findCircles(circle)[0]?.rooms).toEqual(['a', 'two.ts', 'b'])
    expect(findCircles(circle.slice(1))).toEqual([])
  })
})
