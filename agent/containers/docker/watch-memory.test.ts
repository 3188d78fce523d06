import { expect, it } from 'vitest'
import { killsIn } from './watch-memory'

it.each([
  ['low 0\nhigh 0\nmax 512\noom 9\noom_kill 7\noom_group_kill 0\n', 7],
  ['oom_kill_disable 0\nunder_oom 0\noom_kill 3\n', 3],
  ['oom_kill_disable 1\nunder_oom 0\n', 0],
  ['', 0],
])('reads the programs that the kernel killed out of %j', (text, kills) => {
  expect(killsIn(text)).toBe(kills)
})
