import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Docker from 'dockerode'
import { packTar } from '../../../agent/samples/pack-tar'
import { importImage } from '../../docker/images'

const dockerfiles = join(import.meta.dirname, '../../../helm/images')

/** An image that has the libraries of this machine's Debian which a program is linked with, and nothing else: what distroless would bring. */
export async function importBase(docker: Docker, name: string, program: string): Promise<void> {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
  const libraries = [...stdout.matchAll(/(\/\S+) \(0x/g)].flatMap(([, path]) => path ?? [])
  if (libraries.length === 0) throw new Error(`${program} is linked with nothing.`)
  const layer = packTar(
    libraries.map((path) => ({ name: path.slice(1), mode: 0o755, content: readFileSync(path) })),
  )
  await importImage(docker, name, [], layer)
}

/** Builds the image of a process by its own Dockerfile, on another base. @throws Error with what Docker says against it */
export async function buildImage(
  docker: Docker,
  process: string,
  contexts: string,
  base: string,
): Promise<string> {
  const tag = `sdo-${process}`
  const packed = spawn('tar', [
    ...['-cf', '-', '-C', dockerfiles, `${process}.Dockerfile`],
    ...['-C', join(contexts, process), '.'],
  ])
  const stream = await docker.buildImage(packed.stdout, {
    t: tag,
    dockerfile: `${process}.Dockerfile`,
    buildargs: { BASE: base, TARGETARCH: 'amd64' },
  })
  let said = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) said += chunk.toString()
  if (!said.includes('Successfully tagged')) throw new Error(said)
  return tag
}
