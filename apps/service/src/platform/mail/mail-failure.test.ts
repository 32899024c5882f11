import { describe, expect, it } from 'vitest';
import { describeMailFailure, isRecipientRefused } from './mail-failure.ts';

const refusal = (response: string, command = 'RCPT TO') =>
  describeMailFailure({ command, response, responseCode: Number(response.slice(0, 3)) });

describe('a recipient is refused for good', () => {
  it.each([
    '550 5.1.1 User unknown',
    '550-5.1.1 The account does not exist.\n550 5.1.1 Learn more at https://mail.example',
    '550 5.1.10 The domain takes no mail',
    '552 5.2.2 Mailbox full',
    '550 No such user here',
    '551 User not local',
    '553 Mailbox name not allowed',
    '550 5.1.1.1 is no code of RFC 3463',
  ])('by %s', (response) => {
    expect(isRecipientRefused(refusal(response))).toBe(true);
  });
});

describe('a recipient is tried again', () => {
  it.each([
    '554 5.7.1 Relay access denied',
    '550 5.7.1 Authentication required',
    '553 5.7.1 Sender address rejected: not owned by user',
    '550 5.1.8 Sender address rejected: Domain not found',
    '550 5.1.7 Sender address has no valid syntax',
    '530 5.7.0 Must issue a STARTTLS command first',
    '550 5.4.1 Recipient address rejected: Access denied',
    '554 Relay access denied',
    '550 relay not permitted',
    '550 Authentication required',
    '552 Too much mail',
    '450 4.2.0 Greylisted',
    '451 Not now',
  ])('after %s', (response) => {
    expect(isRecipientRefused(refusal(response))).toBe(false);
  });

  it('after a refusal of something else, or of nobody', () => {
    expect(isRecipientRefused(refusal('550 5.1.1 User unknown', 'MAIL FROM'))).toBe(false);
    expect(isRecipientRefused(describeMailFailure(new Error('no answer')))).toBe(false);
  });
});
