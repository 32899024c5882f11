/** What may be said of a mail that was not sent: the error itself carries its recipient. */
export interface MailFailure {
  errorCode: string | null;
  /** What of SMTP was being said; null where that is not known. */
  command: string | null;
  /** The server's answer; null where there was none. */
  responseCode: number | null;
}

export function describeMailFailure(error: unknown): MailFailure {
  const { code, command, responseCode }: Partial<Record<string, unknown>> = { ...Object(error) };
  return {
    errorCode: typeof code === 'string' ? code : null,
    command: typeof command === 'string' ? command : null,
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  };
}

/**
 * Whether the server refused the recipient for good (RFC 5321 §4.2.1). Any other refusal may be our
 * fault or the server's, and may be gone at the next attempt.
 */
export function isRecipientRefused({ command, responseCode }: MailFailure): boolean {
  return command === 'RCPT TO' && responseCode !== null && responseCode >= 500;
}

const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600];

/** When to try again after so many attempts. */
export function nextMailAttempt(now: Date, attempts: number): Date {
  const pause = PAUSES_SECONDS[Math.min(attempts, PAUSES_SECONDS.length) - 1] ?? 3_600;
  return new Date(now.getTime() + pause * 1_000);
}
