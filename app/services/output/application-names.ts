import { Application } from '../../../db/models/application'

/** Names of applications by their ids, without those that are deleted. */
export async function readApplicationNames(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await Application.findAll({ where: { id: ids }, attributes: ['id', 'name'] })
  return new Map(found.map(({ id, name }) => [id, name]))
}
