import type { DocumentReader } from '@partner-rating/spec/document';

const unknownEvent = `
/**
 * The type of an event that was added after this version: any other string. It is opaque, so that a
 * comparison with a known type narrows a \`WebhookEvent\`, and one with a mistyped type does not compile;
 * as a string it compares with anything.
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
  /** Which type, as a string. */
  type: UnknownWebhookEventType;
  /** When it happened (RFC 3339). */
  timestamp: string;
  /** The data of the event; check it before you use it. */
  data: unknown;
};
`;

/** What stands for the events that no version of the document knows yet. */
export const unknownEventNames = ['UnknownWebhookEvent', 'UnknownWebhookEventType'];

/** The types, with an event of any other type in the unions that may gain alternatives (`x-extensible-union`). */
export function withUnknownEvent({ schemas }: DocumentReader, code: string): string {
  const unions = Object.keys(schemas).filter((name) => schemas[name]?.['x-extensible-union']);
  const open = unions.reduce(
    (types, name) =>
      types.replace(
        new RegExp(`(?<=^export type ${name} = [^;]*);$`, 'm'),
        ' | UnknownWebhookEvent;',
      ),
    code,
  );
  return open + unknownEvent;
}
