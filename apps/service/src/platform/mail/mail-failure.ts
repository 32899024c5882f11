/** What may be said of a mail that was not sent: the error itself carries its recipient. */
export interface MailFailure {
  errorCode: string | null;
  /** What of SMTP was being said; null where that is not known. */
  command: string | null;
  /** The server's answer; null where there was none. */
  responseCode: number | null;
  /** The code of RFC 3463 in that answer, such as 5.1.1; null where it has none. */
  enhancedCode: string | null;
  /** Whether that answer speaks of relaying or authentication. */
  isRelayRefused: boolean;
}

export function describeMailFailure(error: unknown): MailFailure {
  const { code, command, responseCode, response }: Partial<Record<string, unknown>> = {
    ...Object(error),
  };
  return {
    errorCode: typeof code === 'string' ? code : null,
    command: typeof command === 'string' ? command : null,
    responseCode: typeof responseCode === 'number' ? responseCode : null,
    enhancedCode: typeof response === 'string' ? enhancedCodeOf(response) : null,
    isRelayRefused: typeof response === 'string' && /\brelay|authenticat/i.test(response),
  };
}

function enhancedCodeOf(response: string): string | null {
  const [, code = null] = /^\d{3}[ -]([245](?:\.\d{1,3}){2})(?=\s|$)/.exec(response) ?? [];
  return code;
}

/**
 * Whether the server refused the recipient for good (RFC 5321 §4.2.1, RFC 3463 §3.2 and §3.3). Any
 * other refusal may be our fault or the server's, and may be gone at the next attempt: a server that
 * does not relay for us says so of each recipient, and so do many that do not know our sender.
 */
export function isRecipientRefused({
  command,
  responseCode,
  enhancedCode,
  isRelayRefused,
}: MailFailure): boolean {
  if (command !== 'RCPT TO' || responseCode === null || responseCode < 500) return false;
  // Exim gives no enhanced code by default: 550 relay not permitted.
  if (enhancedCode === null) return MAILBOX_REFUSALS.includes(responseCode) && !isRelayRefused;
  return /^5\.[12]\./.test(enhancedCode) && !SENDER_REFUSALS.includes(enhancedCode);
}

// No such mailbox, it is elsewhere, no such name.
const MAILBOX_REFUSALS = [550, 551, 553];

// Postfix checks the sender, too, only when it has heard the recipient.
const SENDER_REFUSALS = ['5.1.7', '5.1.8'];

const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600];

/** When to try again after so many attempts. */
export function nextMailAttempt(now: Date, attempts: number): Date {
  const pause = PAUSES_SECONDS[Math.min(attempts, PAUSES_SECONDS.length) - 1] ?? 3_600;
  return new Date(now.getTime() + pause * 1_000);
}
