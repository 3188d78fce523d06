import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listDockerPlaces } from './docker-places'
import { findDocker } from './find-docker'

let folder: string
const servers: Server[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdo-sockets-'))
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

/** Says at a socket what Docker says there. */
async function answerAt(path: string, status: number, body: unknown): Promise<string> {
  const socketPath = join(folder, path)
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
  ).listen(socketPath)
  servers.push(server)
  await once(server, 'listening')
  return socketPath
}
const linux = { OSType: 'linux' }
const surroundings = { home: '/home/ada', runtimeFolder: '/run/user/1' }
const find = (dockerHost: string) => findDocker(listDockerPlaces({ ...surroundings, dockerHost }), 'linux')

describe('looking for Docker', () => {
  it('asks where Docker, rootless Docker, Docker Desktop and Podman usually listen', () => {
    expect(listDockerPlaces(surroundings).map(({ name }) => name)).toEqual([
      'unix:///var/run/docker.sock',
      'unix:///run/user/1/docker.sock',
      'unix:///home/ada/.docker/desktop/docker.sock',
      'unix:///home/ada/.docker/run/docker.sock',
      'unix:///run/user/1/podman/podman.sock',
      'unix:///run/podman/podman.sock',
    ])
  })

  it('takes the first that answers, and passes over those where nobody listens', async () => {
    const paths = ['a.sock', 'b.sock', 'c.sock'].map((name) => join(folder, name))
    const places = paths.map((socketPath) => ({ name: socketPath, address: { socketPath } }))
    expect(await findDocker(places, 'linux')).toEqual({ reason: 'no Docker answers' })
    await answerAt('b.sock', 200, linux)
    await answerAt('c.sock', 200, linux)
    expect(await findDocker(places, 'linux')).toMatchObject({ name: paths[1] })
  })

  it('asks nobody but DOCKER_HOST where that is set', async () => {
    expect(await find('unix:///no-docker')).toEqual({ reason: 'no Docker answers at unix:///no-docker' })
    const socketPath = await answerAt('own.sock', 200, linux)
    expect(await find(`unix://${socketPath}`)).toMatchObject({ address: { socketPath } })
  })

  it('takes host and port for an address, on this machine alone', async () => {
    const server = createServer((_request, response) => response.end(JSON.stringify(linux)))
    server.listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    expect(await find(`tcp://127.0.0.1:${port}`)).toMatchObject({ address: { host: '127.0.0.1', port } })
    for (const elsewhere of ['tcp://192.0.2.1:2375', 'ssh://docker@example.com', 'nonsense'])
      expect(await find(elsewhere)).toEqual({
        reason: `${elsewhere}: DOCKER_HOST names no socket of this machine`,
      })
  })

  it('says of a socket that answers why it is of no use', async () => {
    const refusing = await answerAt('broken.sock', 500, { message: 'it is broken' })
    expect(await find(`unix://${refusing}`)).toEqual({ reason: `unix://${refusing}: it is broken` })
    const windows = await answerAt('windows.sock', 200, { OSType: 'windows' })
    expect(await find(`unix://${windows}`)).toEqual({
      reason: `unix://${windows}: its containers are not those of Linux`,
    })
  })
})
