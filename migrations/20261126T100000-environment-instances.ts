import type { QueryInterface } from 'sequelize'

/** Each instance has an address and a disk, which lists count in what an environment costs. */
export async function up({ context: { sequelize } }: { context: QueryInterface }) {
  await sequelize.query(`ALTER TABLE environments ADD COLUMN num_instances integer GENERATED ALWAYS AS (
    jsonb_array_length(jsonb_path_query_array(status, '$.instances[*] ? (exists (@.instanceId) && @.phase != "Terminating")'))
  ) STORED`)
}
