import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type Docker from 'dockerode'
import { reasonOf, statusOf } from './docker-client'
import { readLines } from '../read-lines'
import type { ContainerRuntime } from '../runtime'
import { nodeLayer } from '../../samples/node-layer'
import { containedPort, containedVariable } from '../../samples/options'
import { packTar } from '../../samples/pack-tar'
import { requireSampleTag, sampleImage } from '../../samples/sample-tags'

/** Says of which program and which Node an image was made: another SDO makes it anew. */
const madeOfLabel = 'sdo.dev/sample'
/** Holds everything but the tag, and is shared by all of them. */
const baseTag = 'base'
const nobody = 65_534
const longestProgressLine = 4000

interface SampleImageOptions {
  docker: Docker
  /** The bundled sample program. */
  samplePath: string
}

/**
 * Makes sure that Docker has the sample with this tag, out of the program, the Node that runs us and its libraries. Nothing is pulled.
 * @throws Error for people, without a full stop
 */
export async function ensureSampleImage(
  { docker, samplePath }: SampleImageOptions,
  tag: string,
): Promise<void> {
  const program = readFileSync(samplePath, 'utf8')
  const madeOf = createHash('sha256').update(program).update(process.version).digest('hex')
  if (await isMadeOf(docker, tag, madeOf)) return
  try {
    if (!(await isMadeOf(docker, baseTag, madeOf))) await makeBase(docker, program, madeOf)
    await addTag(docker, tag)
  } catch (error) {
    throw new Error(`the sample's image could not be made: ${reasonOf(error)}`, { cause: error })
  }
}

/** A runtime that has the sample's image whenever it is asked for: no registry has it, and so it has no digest. */
export const withSampleImage = (
  runtime: ContainerRuntime,
  options: SampleImageOptions,
): ContainerRuntime => ({
  ...runtime,
  async pull(reference) {
    if (reference.image !== sampleImage) return runtime.pull(reference)
    requireSampleTag(reference.tag)
    await ensureSampleImage(options, reference.tag)
    return {}
  },
  async resolve(reference) {
    if (reference.image !== sampleImage) return runtime.resolve(reference)
    requireSampleTag(reference.tag)
    return {}
  },
})

async function isMadeOf(docker: Docker, tag: string, madeOf: string): Promise<boolean> {
  try {
    const { Config } = await docker.getImage(`${sampleImage}:${tag}`).inspect()
    return Config.Labels?.[madeOfLabel] === madeOf
  } catch (error) {
    if (statusOf(error) === 404) return false
    throw new Error(`Docker does not answer: ${reasonOf(error)}`, { cause: error })
  }
}

async function makeBase(docker: Docker, program: string, madeOf: string): Promise<void> {
  const changes = [
    `LABEL ${madeOfLabel}=${madeOf}`,
    // Podman reads one variable a line.
    'ENV NODE_ENV=production',
    `ENV ${containedVariable}=1`,
    `EXPOSE ${containedPort}`,
    `USER ${nobody}`,
  ]
  const layer = Readable.from([nodeLayer(program)])
  await finished(await docker.importImage(layer, { repo: `${sampleImage}:${baseTag}`, changes }))
}

/** The program learns its tag from its own command line. */
async function addTag(docker: Docker, tag: string): Promise<void> {
  const command = JSON.stringify(['/bin/node', '/program.mjs', tag])
  const content = Buffer.from(`FROM ${sampleImage}:${baseTag}\nCMD ${command}\n`)
  const context = Readable.from([packTar([{ name: 'Dockerfile', mode: 0o644, content }])])
  await finished(await docker.buildImage(context, { t: `${sampleImage}:${tag}` }))
}

/** @throws Error with what Docker said went wrong, which it says in the middle of its progress */
async function finished(progress: NodeJS.ReadableStream): Promise<void> {
  for await (const line of readLines(progress as AsyncIterable<Buffer>, longestProgressLine)) {
    const error = /"error":\s*"((?:[^"\\]|\\.)*)"/.exec(line)?.[1]
    if (error !== undefined) throw new Error(error)
  }
}
