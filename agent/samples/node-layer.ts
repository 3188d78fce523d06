import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { packTar } from './pack-tar'

/** A layer of an image with the Node that runs us, the libraries it needs, and a program: `/program.mjs`. Linux only. */
export function nodeLayer(program: string): Buffer {
  const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? [])
  const files = [...libraries.map((path) => [path.slice(1), path]), ['bin/node', process.execPath]]
  return packTar([
    { name: 'tmp/', mode: 0o1777 },
    ...files.map(([name = '', path = '']) => ({ name, mode: 0o755, content: readFileSync(path) })),
    { name: 'program.mjs', mode: 0o644, content: Buffer.from(program) },
  ])
}
