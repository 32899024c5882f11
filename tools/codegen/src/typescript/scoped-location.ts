import { componentName, type DocumentReader } from '@partner-rating/spec/document';
import { docComment } from '../model/index.ts';

const texts = {
  scope: 'How far it reaches. Default: `global`.',
  country: 'The country, by its two-letter code (ISO 3166-1 alpha-2).',
  state: 'The state, province or region; its usual abbreviation where it has one.',
  city: 'The name of the city or town.',
};

/**
 * Which location each scope needs, and that it takes no other. The document says it in prose alone: parameters
 * cannot depend on one another there.
 */
const variants: Record<keyof typeof texts, string>[] = [
  { scope: "?: 'global'", country: '?: never', state: '?: never', city: '?: never' },
  { scope: ": 'country'", country: ': CountryCode', state: '?: never', city: '?: never' },
  { scope: ": 'state'", country: ': CountryCode', state: ': State', city: '?: never' },
  { scope: ": 'city'", country: ': CountryCode', state: '?: State', city: ': City' },
];

const scopedLocation = `
/**
 * How far a leaderboard reaches, with the location that it needs and none that it has no use for.
 *
 * @example
 * const scope: ScopedLocation = { scope: 'state', country: 'US', state: 'TX' };
 */
export type ScopedLocation =${variants.map(variantType).join('')};
`;

function variantType(types: Record<string, string>): string {
  const fields = Object.entries(texts).flatMap(([name, text]) => [
    ...docComment(text),
    `${name}${types[name]};`,
  ]);
  return `\n  | {\n${fields.map((line) => `      ${line}\n`).join('')}    }`;
}

/** Whether these, parameters or fields of a request, say how far a leaderboard reaches. */
export function isScoped(names: readonly string[]): boolean {
  return Object.keys(texts).every((name) => names.includes(name));
}

/** The types, with the location tied to the scope in what is sent as a body. */
export function withScopedLocation({ operations, schemas }: DocumentReader, code: string): string {
  const bodies = operations().flatMap(({ body }) => {
    const name = componentName(body?.content['application/json']?.schema ?? {});
    return name && isScoped(Object.keys(schemas[name]?.properties ?? {})) ? [name] : [];
  });
  const scoped = bodies.reduce(
    (types, name) =>
      types.replace(
        new RegExp(`(?<=^export type ${name} = \\{\\n[^}]*^\\});$`, 'm'),
        ' & ScopedLocation;',
      ),
    code,
  );
  return scoped + scopedLocation;
}
