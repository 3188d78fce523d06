import { DataTypes, type Sequelize } from 'sequelize'
import type { LogType, ResourceEvent } from '../../core/resources/events'
import { Row } from './row'

/** A line of an environment's log, mirrored once from the events of its resource. */
export class LogMessage extends Row<LogMessage> {
  declare environmentId: string
  declare sequence: number
  declare type: LogType
  declare severity: ResourceEvent['severity']
  declare message: string
  declare createdAt: Date
}

export const defineLogMessage = (sequelize: Sequelize) =>
  LogMessage.init(
    {
      environmentId: { type: DataTypes.UUID, primaryKey: true },
      sequence: { type: DataTypes.INTEGER, primaryKey: true },
      type: DataTypes.TEXT,
      severity: DataTypes.TEXT,
      message: DataTypes.TEXT,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'log_messages' },
  )
