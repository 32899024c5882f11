/** Bad input of an operator; the message says what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  /** The field of a form that it is about; null where it is about none, or not one alone. */
  readonly field: string | null;

  constructor(message: string, { field, ...options }: ErrorOptions & { field?: string } = {}) {
    super(message, options);
    this.field = field ?? null;
  }
}
