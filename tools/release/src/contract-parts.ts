import {
  componentName,
  type Deprecable,
  type DocumentReader,
  type Exchange,
  type Schema,
} from '@partner-rating/spec/document';

/** A part of a document that a caller may depend on. */
export interface ContractPart {
  /** The name of the part, for people. */
  name: string;
  /** The key of the part that contains it. If that part is removed, this one is too. */
  within?: string;
  /** Whether it needs notice before it is removed. Parts that only contain others need none. */
  needsNotice: boolean;
  /** The date until which it stays, if it is deprecated. */
  sunset?: string | undefined;
  /** Whether it is a value of a set that may grow. */
  isOpenValue?: boolean;
  /** Whether it is the name of a schema, from which generators make a type. */
  isType?: boolean;
}

type Values = Record<string, Deprecable | undefined>;

/**
 * Returns the parts of a document by stable keys: operations, events, parameters, fields, values of sets, and the
 * names of schemas.
 */
export function contractParts(reader: DocumentReader): Map<string, ContractPart> {
  return new PartCollector(reader).collect();
}

class PartCollector {
  readonly #parts = new Map<string, ContractPart>();
  readonly #reader: DocumentReader;

  constructor(reader: DocumentReader) {
    this.#reader = reader;
  }

  collect(): Map<string, ContractPart> {
    for (const operation of this.#reader.operations()) {
      const key = `${operation.method} ${operation.path}`;
      const name = `the operation \`${operation.id}\``;
      this.#parts.set(key, { name, needsNotice: true, sunset: sunsetOf(operation) });
      this.#addExchange(key, operation);
    }
    for (const event of this.#reader.events()) {
      const key = `event ${event.type}`;
      this.#parts.set(key, { name: `the ${key}`, needsNotice: true });
      this.#addExchange(key, event);
    }
    for (const schema of Object.keys(this.#reader.schemas)) {
      const name = `the schema \`${schema}\``;
      this.#parts.set(`schema ${schema}`, { name, needsNotice: false, isType: true });
    }
    return this.#parts;
  }

  #addExchange(key: string, { parameters, body, responses }: Exchange): void {
    for (const parameter of parameters) {
      const own = `${key} ${parameter.in} ${parameter.name}`;
      const name = `the ${parameter.in} parameter \`${parameter.name}\` of ${key}`;
      this.#parts.set(own, { name, within: key, needsNotice: true, sunset: sunsetOf(parameter) });
      this.#addSchema(own, name, parameter.schema);
    }
    const bodies = { request: body, ...responses };
    for (const [side, sent] of Object.entries(bodies)) {
      for (const [mediaType, { schema }] of Object.entries(sent?.content ?? {})) {
        const own = `${key} ${side} ${mediaType}`;
        this.#parts.set(own, { name: own, within: key, needsNotice: false });
        this.#addSchema(own, own, schema);
      }
    }
  }

  #addSchema(within: string, name: string, reference: Schema): void {
    const schema = this.#reader.resolve<Schema>(reference);
    const component = componentName(reference);
    const owner = component === undefined ? name : `\`${component}\``;
    const open = (schema['x-extensible-enum'] ?? []) as unknown[];
    const values = { ...(schema['x-deprecated-values'] as Values) };
    for (const value of [...(schema.enum ?? []), ...open]) {
      this.#parts.set(`${within} = ${value}`, {
        name: `the value \`${value}\` of ${owner}`,
        within,
        needsNotice: true,
        sunset: values[String(value)]?.['x-sunset'],
        isOpenValue: open.includes(value),
      });
    }
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      const own = `${within}/${field}`;
      const label = `\`${field}\` of ${owner}`;
      const sunset = sunsetOf(property) ?? sunsetOf(this.#reader.resolve<Schema>(property));
      this.#parts.set(own, { name: label, within, needsNotice: true, sunset });
      this.#addSchema(own, label, property);
    }
    const { items, additionalProperties: rest, anyOf = [], oneOf = [], allOf = [] } = schema;
    const inside = [items, rest, ...anyOf, ...(oneOf as Schema[]), ...(allOf as Schema[])];
    for (const one of inside) {
      if (typeof one !== 'object') continue;
      const own = `${within}/*`;
      this.#parts.set(own, { name: owner, within, needsNotice: false });
      this.#addSchema(own, owner, one);
    }
  }
}

function sunsetOf({ deprecated, 'x-sunset': sunset }: Deprecable): string | undefined {
  return deprecated === true ? sunset : undefined;
}
