import type { Catalogue } from '@partner-rating/spec/catalogue';
import { type Files, withNotice } from '../model/index.ts';

/** Returns the generated file of the MCP server, by its path in `src/`. */
export function mcpFiles({ sports }: Catalogue): Files {
  const codes = sports.map(({ code }) => code);
  return withNotice({ 'sports.gen.ts': `export const sports = ${JSON.stringify(codes)};\n` });
}
