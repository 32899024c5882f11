import { type Json, mapStrings, walkBoth } from './json.ts';

/** What the service makes by chance: identifiers, secrets, handles. */
const chosen =
  /\b(?:mem|bat|mat|evt|whd)_[0-9a-z]{26}\b|\b(?:pra|prr|prc|prk)_[\w-]+|\bwhsec_[\w+/=]+|(?<=request_uri:)[\w-]+/g;

/**
 * The names that things of the story have in the examples and in the service. Each thing has one
 * name on either side: what is called the same in two examples is the same in the service.
 */
export class StandIns {
  readonly #byService = new Map<string, string>();
  readonly #byStory = new Map<string, string>();
  readonly #addresses: readonly (readonly [service: string, story: string])[];

  constructor(addresses: readonly (readonly [service: string, story: string])[]) {
    this.#addresses = addresses;
  }

  /** The same names for another service, that runs at other addresses. */
  at(addresses: readonly (readonly [service: string, story: string])[]): StandIns {
    const copy = new StandIns(addresses);
    for (const [service, story] of this.#byService) copy.link(service, story);
    return copy;
  }

  link(service: string, story: string): void {
    this.#byService.set(service, story);
    this.#byStory.set(story, service);
  }

  /** Learns names from where they stand: in the answer as in its example. A name known stays. */
  learn(answer: Json, example: Json): void {
    for (const [, service, story] of walkBoth(answer, example)) {
      if (typeof service !== 'string' || typeof story !== 'string') continue;
      const told = story.match(chosen) ?? [];
      for (const [position, name] of (service.match(chosen) ?? []).entries()) {
        const standIn = told[position];
        if (standIn === undefined || kindOf(standIn) !== kindOf(name)) continue;
        if (this.#byService.has(name) || this.#byStory.has(standIn)) continue;
        this.link(name, standIn);
      }
    }
  }

  /** What the service said, in the names of the story. */
  toStory(value: Json): Json {
    return mapStrings(value, (text) =>
      this.#addresses.reduce(
        (told, [service, story]) => told.replaceAll(service, story),
        text.replace(chosen, (name) => this.#byService.get(name) ?? name),
      ),
    );
  }

  /** What the story says, in the names of the service. */
  toService(value: Json): Json {
    return mapStrings(value, (text) =>
      this.#addresses.reduce(
        (told, [service, story]) => told.replaceAll(story, service),
        text.replace(chosen, (name) => this.#byStory.get(name) ?? name),
      ),
    );
  }
}

/** By its prefix, if it has one: a handle that has none may begin like one by chance. */
function kindOf(name: string): string {
  return /^(?:mem|bat|mat|evt|whd|pra|prr|prc|prk|whsec)_/.exec(name)?.[0] ?? '';
}
