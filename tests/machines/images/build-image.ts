import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Docker from 'dockerode'
import { packTar } from '../../../agent/samples/pack-tar'
import { importImage } from '../../docker/images'

const dockerfiles = join(import.meta.dirname, '../../../helm/images')

/** Of Debian: what the libraries of C and C++ are in, in distroless as on this machine. */
const packages = ['libc6', 'libgcc-s1', 'libstdc++6']

/** An image that has these libraries and nothing else: what distroless would bring. */
export async function importBase(docker: Docker, name: string): Promise<void> {
  const { stdout, stderr } = spawnSync('dpkg', ['-L', ...packages], { encoding: 'utf8' })
  const libraries = stdout.match(/^\/(usr\/)?lib(64)?\/(x86_64-linux-gnu\/)?[^/]+\.so\.\d+$/gm)
  if (!libraries) throw new Error(`This machine has no libraries of Debian: ${stderr}`)
  const layer = packTar(
    libraries.map((path) => ({ name: path.slice(1), mode: 0o755, content: readFileSync(path) })),
  )
  await importImage(docker, name, [], layer)
}

/** Builds the image of a process by its own Dockerfile, on another base. @throws Error with what Docker says against it */
export async function buildImage(
  docker: Docker,
  { process, tag, contexts, base }: { process: string; tag: string; contexts: string; base: string },
): Promise<void> {
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
}
