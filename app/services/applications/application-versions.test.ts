import { describe, expect, it } from 'vitest'
import { messages } from '../../messages/messages'
import { nameMessages } from '../../input/names'
import { buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { buildApplicationBench } from '../../../tests/builders/application-bench'

const database = useTestDatabase()
const setUp = () => buildApplicationBench(database.sequelize)

describe('versions', () => {
  it('are listed newest first', async () => {
    const { applications, team, application, version, id } = await setUp()
    const second = await buildVersion(application, 'v2')
    const { versions } = await applications.listApplicationVersions(team.member, id)
    expect(versions.map((row) => row.id)).toEqual([second.id, version.id])
    expect(versions[1]).toMatchObject({ name: 'v1', dockerTag: 'v1', autoDeploy: false })
  })

  it('are found by their name or their tag, upper and lower case alike', async () => {
    const { applications, team, application, version, id } = await setUp()
    await buildVersion(application, 'v2')
    await applications.renameVersion(team.member, { id: version.id, name: 'Before Christmas' })
    const namesLike = async (filter: string) => {
      const found = await applications.listApplicationVersions(team.member, id, { filter })
      expect(found.total).toBe(2)
      return found.versions.map(({ name }) => name)
    }
    expect(await namesLike('christ')).toEqual(['Before Christmas'])
    expect(await namesLike('V1')).toEqual(['Before Christmas'])
    expect(await namesLike('v')).toEqual(['v2', 'Before Christmas'])
    expect(await namesLike('v3')).toEqual([])
  })

  it('can be called something else, but not nothing', async () => {
    const { applications, team, version } = await setUp()
    await applications.renameVersion(team.member, { id: version.id, name: ' First ' })
    expect(await version.reload()).toMatchObject({ name: 'First', dockerTag: 'v1' })
    await expect(
      applications.renameVersion(team.member, { id: version.id, name: ' ' }),
    ).rejects.toMatchObject({
      message: messages.versionNameBlank.text,
    })
    await expect(
      applications.renameVersion(team.member, { id: version.id, name: 'two\nlines' }),
    ).rejects.toMatchObject({ fields: { name: nameMessages.notOneLine.text } })
  })
})
