/**
 * Types of the client that no schema of the document can express. Resolvers refer to them by name, and they are written
 * unchanged.
 */

/** The names of these types. */
export const fixedTypeNames = ['ScopedLocation', 'UnknownWebhookEvent', 'UnknownWebhookEventType'];

/** Returns whether parameters or fields of a request contain the scope of a leaderboard. */
export function isScoped(names: readonly string[]): boolean {
  return ['scope', 'country', 'state', 'city'].every((name) => names.includes(name));
}

/** Returns one form of `ScopedLocation`, from the optionality of each field. */
const location = (scope: string, country: string, state: string, city: string) => `
  | {
      /** The scope of the leaderboard. Default: \`global\`. */
      scope${scope};
      /** The country, by its two-letter code (ISO 3166-1 alpha-2). */
      country${country};
      /** The state, province, or region; its usual abbreviation if it has one. */
      state${state};
      /** The name of the city or town. */
      city${city};
    }`;

const locations = [
  location("?: 'global'", '?: never', '?: never', '?: never'),
  location(": 'country'", ': CountryCode', '?: never', '?: never'),
  location(": 'state'", ': CountryCode', ': State', '?: never'),
  location(": 'city'", ': CountryCode', '?: State', ': City'),
];

export const fixedTypes = `
/**
 * The type of an event that was added after this version: any other string. It is opaque. A
 * comparison with a known type narrows a \`WebhookEvent\`, and a comparison with a mistyped type does not compile.
 * As a string, you can compare it with any value.
 *
 * @example
 * const type: string = event.type;
 * if (type === 'club.closed') report(event.data);
 */
export declare enum UnknownWebhookEventType {
  any = 'any other type',
}

/**
 * An event of a type that was added after this version. Ignore it.
 *
 * @example
 * const { event } = await verifyWebhook(request, { secret });
 * switch (event.type) {
 *   case 'rating.updated':
 *     report(event.data.displayName, event.data.newRating);
 *     break;
 *   default:
 *     report(\`\${event.type} is not handled here.\`);
 * }
 */
export type UnknownWebhookEvent = {
  /** The type, as a string. */
  type: UnknownWebhookEventType;
  /** When it happened (RFC 3339). */
  timestamp: string;
  /** The data of the event; check it before you use it. */
  data: unknown;
};

/**
 * The scope of a leaderboard, with exactly the location that it needs.
 *
 * @example
 * const scope: ScopedLocation = { scope: 'state', country: 'US', state: 'TX' };
 */
export type ScopedLocation =${locations.join('')};
`;
