/** Bad input of an operator; the message says what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
