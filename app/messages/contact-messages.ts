import { declareMessages } from '../../core/messages/declare-messages'

/** Messages of the contact page, word for word as the product's error catalogue has it where it says something. */
export const contactMessages = declareMessages('contact', {
  failed: 'There was a problem sending your message.  Please try again.',
  fieldsMissing: 'Please fill in all fields',
  nameMissing: 'Name is required',
  emailMissing: 'E-mail is required',
  messageMissing: 'Message is required',
  nameTooLong: 'The name must be at most 200 characters.',
  messageTooLong: 'The message must be at most 10000 characters.',
  throttled:
    'You have sent several messages in the last hour. We have those; please wait an hour before you send another one.',
})
