/**
 * A body that is JSON text already, for instance because the database rendered it. A reply may hold
 * one wherever it may hold a body that is sent as JSON: the text is sent as it is, where a value
 * would be built first and rendered after.
 *
 * The type argument is what the text stands for; nobody looks at it when it is sent. With
 * `validateResponses` the text is held against the document as every answer is. `JSON.stringify`
 * takes it for what it stands for, so that an {@link Interceptor} may store any body alike.
 *
 * @example
 * ```ts
 * const { text } = await database.one('select json_build_object(…)::text as text');
 * return { status: 200, body: new RenderedJson<Schemas.Member>(text) };
 * ```
 */
export class RenderedJson<Value> {
  /** The JSON text (RFC 8259). */
  readonly text: string;
  // Tells bodies of different types apart, which are the same to look at.
  declare protected readonly value: Value;

  /** @param text Well-formed JSON that fits `Value`. */
  constructor(text: string) {
    this.text = text;
  }

  /**
   * The value the text stands for.
   * @throws SyntaxError where the text is not JSON.
   */
  toJSON(): Value {
    return JSON.parse(this.text) as Value;
  }
}
