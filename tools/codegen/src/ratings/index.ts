import type { Catalogue } from '@partner-rating/spec/catalogue';
import { type Files, withNotice } from '../model/index.ts';

/** Returns the generated file of the rating model, by its path in `src/`. */
export function ratingsFiles({ sports, gameFormats }: Catalogue): Files {
  const codes = sports.map(({ code }) => code);
  const formats = gameFormats.map((format) => `  ${JSON.stringify(format)},\n`);
  return withNotice({
    'model/catalogue.gen.ts': [
      `export const sports = ${JSON.stringify(codes)} as const;\n`,
      `\nexport const gameFormats = [\n${formats.join('')}] as const;\n`,
    ].join(''),
  });
}
