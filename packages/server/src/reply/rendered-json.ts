/**
 * A body that is already serialized as JSON, for example by the database. A reply may
 * have it instead of any JSON body. The stubs send the text unchanged, without building and serializing a
 * value.
 *
 * The type argument is the type of the value that the text represents. Neither the type nor the fields of the
 * text are checked, except with `validateResponses`. `JSON.stringify` writes the value that the text represents, so an
 * `Interceptor` can store every body in the same way.
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
  // Makes bodies of different types distinct; otherwise the types would be structurally equal.
  declare protected readonly value: Value;

  /** @param text Well-formed JSON of the type `Value`. */
  constructor(text: string) {
    this.text = text;
  }

  /**
   * Returns the value that the text represents.
   * @throws SyntaxError if the text is not JSON.
   */
  toJSON(): Value {
    return JSON.parse(this.text) as Value;
  }
}
