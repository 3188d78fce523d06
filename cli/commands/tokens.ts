import type { IntegrationToken, UserList } from '../api/wire'
import { findOne } from '../names/find-one'
import { tableOf } from '../output/table'
import type { Run } from './command'

/** Integration users come whole with each part of the list. */
const readUsers = ({ client }: Run) => client.get<UserList>('/v1/view-controller/user?limit=1')

/** The tokens of the integration users, or of one. */
export async function printTokens(run: Run, given: string | undefined): Promise<void> {
  const { integrationUsers, nowEpoch } = await readUsers(run)
  const users = given === undefined ? integrationUsers : [findUser(integrationUsers, given)]
  const tokens = users.flatMap((user) =>
    user.tokens.map((token) => ({ ...token, integrationUserId: user.id, integrationUserName: user.name })),
  )
  run.print({ tokens }, () =>
    tokens.length === 0
      ? 'There is no token. Create one: sdo tokens create INTEGRATION_USER'
      : tableOf(
          ['INTEGRATION USER', 'TOKEN', 'CREATED', 'EXPIRES', 'LAST USED', 'ID'],
          tokens.map((token) => [token.integrationUserName, ...cellsOf(token, nowEpoch)]),
        ),
  )
}

const cellsOf = (token: IntegrationToken, nowEpoch: number): string[] => [
  token.maskedToken,
  new Date(token.createdEpoch).toISOString(),
  token.expirationEpoch > nowEpoch ? new Date(token.expirationEpoch).toISOString() : 'expired',
  token.lastUsedEpoch === null ? 'never' : new Date(token.lastUsedEpoch).toISOString(),
  token.id,
]

/** Makes a token of an integration user and prints it: its only copy. What lasts takes the password of whoever makes it. */
export async function createToken(run: Run, given: string): Promise<void> {
  const { id, name } = findUser((await readUsers(run)).integrationUsers, given)
  const currentPassword = await run.surroundings.readSecret('Your password: ')
  const answer = await run.client.postOnce<{ token: string }>(`/v1/user/integration/${id}/token`, {
    currentPassword,
  })
  run.print(answer, ({ token }) => token)
  run.surroundings.tell(`This token of ${name} is shown only now. Give it to your automation as SDO_TOKEN.\n`)
}

/** Deletes a token, given by its id or as it is listed. What is logged in with it is logged out. */
export async function deleteToken(run: Run, given: string): Promise<void> {
  const { integrationUsers } = await readUsers(run)
  const tokens = integrationUsers.flatMap((user) =>
    user.tokens.map(({ id, maskedToken }) => ({ id, name: maskedToken })),
  )
  const { id, name } = findOne(tokens, given, 'token')
  await run.client.delete(`/v1/user/token/${id}`)
  run.print({ id }, () => `Token ${name} is deleted. It stops working at once.`)
}

const findUser = (users: UserList['integrationUsers'], given: string) =>
  findOne(users, given, 'integration user')
