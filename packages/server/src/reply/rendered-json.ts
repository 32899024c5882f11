/**
 * A body that is serialized JSON already, for instance because the database rendered it. A reply may
 * have one in place of any JSON body; the text is sent unchanged, without building and serializing a
 * value.
 *
 * The type argument is the type of the value the text represents; neither it nor the fields in the
 * text are checked when it is sent, except with `validateResponses`. `JSON.stringify` writes the value it represents, so that an
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
  // Makes bodies of different types distinct: without it the types would be structurally equal.
  declare protected readonly value: Value;

  /** @param text Well-formed JSON of the type `Value`. */
  constructor(text: string) {
    this.text = text;
  }

  /**
   * The value the text represents.
   * @throws SyntaxError where the text is not JSON.
   */
  toJSON(): Value {
    return JSON.parse(this.text) as Value;
  }
}
