import { type Json, mapStrings, walkBoth } from './json.ts';

/** What the service makes at random: identifiers, secrets, handles. */
const randomNames =
  /\b(?:mem|bat|mat|evt|whd|whe)_[0-9a-z]{26}\b|\b(?:pra|prr|prc|prk)_[\w-]+|\bwhsec_[\w+/=]+|(?<=request_uri:)[\w-]+/g;

/**
 * The names that the service gave, and the fixed placeholders of the examples for them. Each thing has
 * one name on either side: one placeholder in two examples is one thing in the service.
 */
export class Placeholders {
  readonly #byService = new Map<string, string>();
  readonly #byExample = new Map<string, string>();
  readonly #addresses: readonly (readonly [service: string, example: string])[];

  constructor(addresses: readonly (readonly [service: string, example: string])[]) {
    this.#addresses = addresses;
  }

  /** The same names for another service, at other addresses. */
  copy(addresses: readonly (readonly [service: string, example: string])[]): Placeholders {
    const copy = new Placeholders(addresses);
    for (const [name, placeholder] of this.#byService) copy.link(name, placeholder);
    return copy;
  }

  link(name: string, placeholder: string): void {
    this.#byService.set(name, placeholder);
    this.#byExample.set(placeholder, name);
  }

  /** Learns names by where they are, in the answer and in its example. A known name stays. */
  learn(answer: Json, example: Json): void {
    for (const [, given, documented] of walkBoth(answer, example)) {
      if (typeof given !== 'string' || typeof documented !== 'string') continue;
      const placeholders = documented.match(randomNames) ?? [];
      for (const [position, name] of (given.match(randomNames) ?? []).entries()) {
        const placeholder = placeholders[position];
        if (placeholder === undefined || kindOf(placeholder) !== kindOf(name)) continue;
        if (this.#byService.has(name) || this.#byExample.has(placeholder)) continue;
        this.link(name, placeholder);
      }
    }
  }

  /** An answer of the service, in the names of the examples. */
  toExample(value: Json): Json {
    return mapStrings(value, (text) =>
      this.#addresses.reduce(
        (replaced, [service, example]) => replaced.replaceAll(service, example),
        text.replace(randomNames, (name) => this.#byService.get(name) ?? name),
      ),
    );
  }

  /** A value of the examples, in the names of the service. */
  toService(value: Json): Json {
    return mapStrings(value, (text) =>
      this.#addresses.reduce(
        (replaced, [service, example]) => replaced.replaceAll(example, service),
        text.replace(randomNames, (name) => this.#byExample.get(name) ?? name),
      ),
    );
  }
}

/** By its prefix, if it has one: a handle that has none may begin like one at random. */
function kindOf(name: string): string {
  return /^(?:mem|bat|mat|evt|whd|whe|pra|prr|prc|prk|whsec)_/.exec(name)?.[0] ?? '';
}
