import { literal } from 'sequelize'

/** Set as `desiredRevision` by every change that the controller must see; the mirror then applies the row again. */
export const nextRevision = literal('"desired_revision" + 1')
