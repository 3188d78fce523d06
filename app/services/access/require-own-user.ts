import { notFound } from '../../../core/errors'
import { User } from '../../../db/models/user'
import type { HumanActor } from '../actor/actor'

/** The actor's row, which a write that reaches the actor's own login has locked. @throws DomainError `not-found` when somebody just deleted it */
export async function requireOwnUser({ userId }: HumanActor): Promise<User> {
  const user = await User.findByPk(userId)
  if (!user) throw notFound('Your login')
  return user
}
