import type { QueryInterface } from 'sequelize'

/**
 * Whether each exposed port of an environment has a load balancer of its own, or all share one. Ports that share one are listed each with its
 * id: the figure that lists show counts it once.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments ADD COLUMN load_balancing text NOT NULL DEFAULT 'OWN';
    CREATE FUNCTION number_of_load_balancers(status jsonb) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT count(DISTINCT id)::integer FROM pg_catalog.jsonb_path_query(status, '$.loadBalancers[*].loadBalancerId') AS ids (id)
    $$;
    ALTER TABLE environments DROP COLUMN num_load_balancers;
    ALTER TABLE environments ADD COLUMN num_load_balancers integer GENERATED ALWAYS AS (number_of_load_balancers(status)) STORED;
  `)
