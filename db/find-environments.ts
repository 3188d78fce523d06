import { fn, col, type WhereOptions } from 'sequelize'
import type { EnvironmentStatus } from '../core/resources/environment'
import { Environment } from './models/environment'

/** An environment of whose status only `Part` was read. */
export type EnvironmentWith<Part extends keyof EnvironmentStatus = never> = Omit<Environment, 'status'> & {
  status: Pick<EnvironmentStatus, Part> | null
}

/**
 * Several environments. Their statuses together may take more memory than a process has: of each only the `parts` are read that are asked for.
 */
export const findEnvironments = <Part extends keyof EnvironmentStatus = never>(
  where: WhereOptions<Environment>,
  parts: Part[] = [],
): Promise<EnvironmentWith<Part>[]> =>
  Environment.findAll({
    where,
    attributes: {
      exclude: ['status'],
      include: [
        [
          fn(
            'jsonb_strip_nulls',
            fn('jsonb_build_object', ...parts.flatMap((part) => [part, statusPart(part)])),
          ),
          'status',
        ],
      ],
    },
  }) as Promise<EnvironmentWith<Part>[]>

const statusPart = (part: keyof EnvironmentStatus) => fn('jsonb_extract_path', col('status'), part)
