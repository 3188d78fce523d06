import type { QueryInterface } from 'sequelize'

const numberOf = (path: string) => `jsonb_array_length(jsonb_path_query_array(status, '${path}'))`

const figures = {
  num_healthy: `integer GENERATED ALWAYS AS (${numberOf('$.processes[*] ? (@.phase == "Healthy" || @.phase == "Serving")')}) STORED`,
  num_processes: `integer GENERATED ALWAYS AS (${numberOf('$.processes[*] ? (@.phase != "Draining" && @.phase != "Stopping")')}) STORED`,
  num_load_balancers: `integer GENERATED ALWAYS AS (${numberOf('$.loadBalancers[*].loadBalancerId')}) STORED`,
  cost_per_hour: `double precision GENERATED ALWAYS AS ((status->>'costPerHour')::double precision) STORED`,
}

/** What lists show of an environment's status, which may be long: the database keeps it beside the status. */
export async function up({ context: { sequelize } }: { context: QueryInterface }) {
  const columns = Object.entries(figures).map(([name, definition]) => `ADD COLUMN ${name} ${definition}`)
  await sequelize.query(`ALTER TABLE environments ${columns.join(', ')}`)
}
