import type { FormEvent } from 'react'
import type { TypingFilter } from '../input/typing-filters'

/** Takes out of an input, as it is typed, what it does not take; the caret stays where it was. Without JavaScript the server says it. */
export const filterTyping =
  (filter: TypingFilter) =>
  ({ currentTarget: input }: FormEvent<HTMLInputElement>): void => {
    const tidy = filter(input.value)
    if (tidy === input.value) return
    const caret = filter(input.value.slice(0, input.selectionStart ?? undefined)).length
    input.value = tidy
    input.setSelectionRange(caret, caret)
  }
