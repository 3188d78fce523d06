import type { QueryInterface } from 'sequelize'

/** Ids of the applications of which a process is in a crash loop, kept where lists read it quickly. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments ADD COLUMN unstable_applications jsonb GENERATED ALWAYS AS (
      jsonb_path_query_array(status, '$.processes[*] ? (exists (@.crashLoopEpoch)).applicationId')) STORED;
  `)
