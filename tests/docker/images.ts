import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type Docker from 'dockerode'
import { packTar, type TarEntry } from '../../agent/samples/pack-tar'

/** A layer with a shell and the programs of busybox, which comes out of no registry. */
export const busyboxLayer = (): Buffer =>
  packTar([
    ...['bin/', 'tmp/', 'www/', 'etc/'].map((name): TarEntry => ({
      name,
      mode: name === 'tmp/' ? 0o1777 : 0o755,
    })),
    { name: 'bin/busybox', mode: 0o755, content: readFileSync('/bin/busybox') },
    ...[
      'sh',
      'httpd',
      'sleep',
      'cat',
      'echo',
      'wget',
      'seq',
      'tr',
      'nc',
      'yes',
      'ip',
      'dd',
      'tail',
      'nslookup',
    ].map((name): TarEntry => ({ name: `bin/${name}`, mode: 0o777, linkTo: 'busybox' })),
    { name: 'www/health', mode: 0o644, content: Buffer.from('well\n') },
  ])

/** An image of the tests' own. `changes` are lines of a Dockerfile: CMD, ENV, STOPSIGNAL. */
export async function importImage(
  docker: Docker,
  name: string,
  changes: string[],
  layer = busyboxLayer(),
): Promise<void> {
  const [repo, tag = 'latest'] = name.split(':')
  const stream = await docker.importImage(Readable.from([layer]), { repo, tag, changes })
  for await (const chunk of stream as AsyncIterable<Buffer>)
    if (chunk.includes('"error"')) throw new Error(chunk.toString())
}

/** What runs `script` in the shell of the image. */
export const runningShell = (script: string): string[] => [
  'ENV PATH=/bin',
  `CMD ${JSON.stringify(['/bin/sh', '-c', script])}`,
]

/** Healthy on port 8080 until it is told to end. */
export const webServer = runningShell('trap "exit 0" TERM; httpd -f -p 8080 -h /www & wait')

export const gzip = (content: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const packer = createGzip()
    packer.on('data', (chunk: Buffer) => chunks.push(chunk))
    packer.once('end', () => resolve(Buffer.concat(chunks)))
    packer.once('error', reject)
    packer.end(content)
  })
