import type { QueryInterface } from 'sequelize'

/**
 * What the processes of a span asked for, and how many of their programs were killed for memory: what was too small before is known by it after
 * a change. Null in what an earlier release rolled up.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE usage_spans
      ADD COLUMN asked_cpu double precision,
      ADD COLUMN asked_memory_mb integer,
      ADD COLUMN memory_kills integer;
  `)
