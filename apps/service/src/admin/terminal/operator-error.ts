/** Bad input of an operator; the message says what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  /** The field of a form that it is about; null where it is about none, or not one alone. */
  readonly field: string | null;
  /** The message by its lines. A line break within one belongs to a value that somebody sent. */
  readonly lines: readonly string[];

  constructor(
    message: string | readonly string[],
    { field, ...options }: ErrorOptions & { field?: string } = {},
  ) {
    const lines = typeof message === 'string' ? [message] : message;
    super(lines.join('\n'), options);
    this.lines = lines;
    this.field = field ?? null;
  }
}
