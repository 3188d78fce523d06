import type { Actor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

/** What the contact page offers the actor: the chat server, if there is one, and who they are, if they are known. */
export const getContact = ({ supportChatUrl }: Dependencies, actor: Actor) => ({
  chatUrl: supportChatUrl ?? null,
  sender: actor.kind === 'human' ? { name: actor.name, email: actor.email } : null,
})
