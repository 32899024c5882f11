import { type Json, mapStrings, walkBoth } from './json.ts';

/** Random values of the service: ids, secrets, handles. */
const randomNames =
  /\b(?:mem|bat|mat|evt|whd|whe)_[0-9a-z]{26}\b|\b(?:pra|prr|prc|prk)_[\w-]+|\bwhsec_[\w+/=]+|(?<=request_uri:)[\w-]+/g;

/**
 * Maps ids of the service to the fixed placeholders of the examples, and back. One thing has one id
 * on each side, so two examples with the same placeholder mean the same thing.
 */
export class Placeholders {
  readonly #byService = new Map<string, string>();
  readonly #byExample = new Map<string, string>();
  readonly #addresses: readonly (readonly [service: string, example: string])[];

  constructor(addresses: readonly (readonly [service: string, example: string])[]) {
    this.#addresses = addresses;
  }

  /** Returns the same map for a copy of the service at other addresses. */
  copy(addresses: readonly (readonly [service: string, example: string])[]): Placeholders {
    const copy = new Placeholders(addresses);
    for (const [name, placeholder] of this.#byService) copy.link(name, placeholder);
    return copy;
  }

  link(name: string, placeholder: string): void {
    this.#byService.set(name, placeholder);
    this.#byExample.set(placeholder, name);
  }

  /** Learns ids from a response and its example. A known id does not change. */
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

  /** Returns a response of the service with the placeholders of the examples. */
  toExample(value: Json): Json {
    return mapStrings(value, (text) =>
      this.#addresses.reduce(
        (replaced, [service, example]) => replaced.replaceAll(service, example),
        text.replace(randomNames, (name) => this.#byService.get(name) ?? name),
      ),
    );
  }

  /** Returns a value of an example with the ids of the service. */
  toService(value: Json): Json {
    return mapStrings(value, (text) =>
      this.#addresses.reduce(
        (replaced, [service, example]) => replaced.replaceAll(example, service),
        text.replace(randomNames, (name) => this.#byExample.get(name) ?? name),
      ),
    );
  }
}

/** A handle has no prefix of its own, and may begin like an id by chance. */
function kindOf(name: string): string {
  return /^(?:mem|bat|mat|evt|whd|whe|pra|prr|prc|prk|whsec)_/.exec(name)?.[0] ?? '';
}
