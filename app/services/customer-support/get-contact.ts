import type { Actor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

/** The content of the contact page: the chat server, if there is one, and the actor's name and address, if they are known. */
export const getContact = ({ supportChatUrl }: Dependencies, actor: Actor) => ({
  chatUrl: supportChatUrl ?? null,
  sender: actor.kind === 'human' ? { name: actor.name, email: actor.email } : null,
})
